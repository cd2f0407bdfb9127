from api import game as game  # it registers the roles of links, which a duty is given to
from api.tournament import problems as problems
from api.web.access.caller import register_duties
from domain.kernel.text import Text

register_duties(
    "tournament",
    {
        "director": Text("director"),
        "scorer": Text("scorer"),
        "check-in": Text("check-in"),
        "table": Text("table"),
        "screen": Text("screen"),
    },
)
