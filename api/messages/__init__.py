from api.messages import problems as problems
