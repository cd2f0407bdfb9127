from api.numbers import problems as problems
