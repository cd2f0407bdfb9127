"""Logging: JSON lines on standard error, one for each event, for our own messages and those of
libraries.

Values of fields named like a key, token or password are left out.
"""

import logging
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

SECRETS = ("authorization", "cookie", "key", "password", "secret", "seed", "token")
"""Fields whose names end in one of these are written as `…`."""


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blank the values of fields named like secrets, at any depth."""
    return {name: _hidden(name, value) for name, value in event.items()}


def _hidden(name: str, value: Any) -> Any:
    if name.lower().endswith(SECRETS):
        return "…"
    if isinstance(value, dict):
        return {str(k): _hidden(str(k), v) for k, v in value.items()}
    return value


_COMMON: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    hide_secrets,
]


def log_handler() -> logging.Handler:
    to_json = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_COMMON,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(),
        ],
    )
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(to_json)
    return out


def configure_logging(level: str) -> None:
    """Set up this process's logging. `level`: the least level that is logged; of the web server's
    own messages only errors are, since it warns of each malformed request."""
    logging.basicConfig(level=level.upper(), handlers=[log_handler()], force=True)
    logging.getLogger("uvicorn").setLevel("DEBUG" if level == "debug" else "ERROR")
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_COMMON,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
