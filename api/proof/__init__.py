from api.proof import problems as problems
