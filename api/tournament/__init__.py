from api.tournament import problems as problems
