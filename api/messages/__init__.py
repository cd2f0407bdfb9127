from api import tournament  # noqa: F401  it registers what links are for, in a process of its own, too
from api.messages import problems as problems
