from api.game import problems as problems
