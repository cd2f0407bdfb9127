from api.game import problems as problems
from api.web.access.caller import SPECTATOR, register_roles
from domain.kernel.text import Text

register_roles(
    "game", {SPECTATOR: Text("spectator"), "seat": Text("seat"), "arbiter": Text("arbiter")}
)
