from api.tables import problems as problems
