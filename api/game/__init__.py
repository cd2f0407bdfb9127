from api.game import problems as problems
from api.web.access.caller import SPECTATOR, register_roles
from domain.kernel.text import Text

register_roles(
    "game",
    {
        SPECTATOR: (Text("spectator"), Text("Only who may watch this game can do this.")),
        "seat": (Text("seat"), Text("Only who plays in this game can do this.")),
        "arbiter": (Text("arbiter"), Text("Only the arbiter can do this.")),
    },
)
