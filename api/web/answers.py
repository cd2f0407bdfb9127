"""Answers about the service itself, and types used in many answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, UnsetType

from domain.kernel.log import WitnessState
from domain.kernel.text import Text
from projections.steering import Name, State

ReceiptState = Literal["complete", "not-complete"]


StateOfReceipt = Annotated[
    ReceiptState | UnsetType,
    Meta(
        description="With `receipt=wait`: `complete` if the receipt's head has the cosignatures "
        "that the log's policy asks for (a "
        "log without witnesses needs none). `not-complete`: they did not come in time, or no head "
        "covers the record; what there is "
        "so far is the log's word alone, and `GET …/records/{seq}/receipt` has the complete one "
        "later."
    ),
]


class Health(Struct, frozen=True):
    """How the service is. `degraded`: everything can still be read, if need be from the store
    alone."""

    status: Literal["ok", "degraded", "down"]
    store: Annotated[
        Literal["ok", "failing", "down"],
        Meta(description="`failing`: it can be read, and takes no writes; a write was tried."),
    ]
    views: Annotated[
        Literal["ok", "building", "down", "off"],
        Meta(
            description="`building`: they are made from the record, as after an upgrade; `lag` says "
            "how much is still to do. Lists are read from the record meanwhile; numbers wait."
        ),
    ]
    lag: Annotated[
        int | None, Meta(description="Records the views are behind, if both ends can be asked.")
    ]
    log: Annotated[
        Literal["ok", "refusing", "damaged", "unattended", "down", "off"],
        Meta(
            description="The signed log: `refusing` to sign, `damaged` where the record is not "
            "what was logged, `unattended` where "
            "no writer is at work."
        ),
    ] = "off"
    log_lag: Annotated[
        int | None,
        Meta(description="Records that the log has not taken in yet, if it can be asked."),
    ] = None
    log_says: Annotated[
        Text | None,
        Meta(
            description="What is wrong with the log, and what to do about it: for the operator's "
            "key."
        ),
    ] = None
    clock_back: Annotated[
        int,
        Meta(
            description="Seconds by which this machine's clock is behind the newest time that the "
            "service has known: it was set "
            "back, and the service goes on from there. If it was ahead by mistake before, `greffe "
            "clock --reset` is the way back."
        ),
    ] = 0
    secrets_lost: Annotated[
        int,
        Meta(
            description="Seeds and parts of sealed dice that cannot be read with the `secret.key` "
            "of the data folder: their games "
            "cannot roll or be closed. Put back the key they were encrypted with and start again."
        ),
    ] = 0
    store_says: Annotated[
        Text | None, Meta(description="Why the store takes no writes, and what to do about it.")
    ] = None
    witnesses: Annotated[
        tuple[WitnessState, ...],
        Meta(
            description="The witnesses that are asked to cosign the log's heads; `refusing`: it "
            "saw another history of this log, "
            "or does not know it. `says`, what it answered, is for the operator's key."
        ),
    ] = ()
    followers: Annotated[
        dict[Name, State],
        Meta(
            description="Those who follow the record: `frozen` stands still although the record "
            "goes on, `paused` rests since the "
            "operator asked for it, `forgotten` for more than an hour, `unknown` cannot be asked."
        ),
    ] = {}


Base64 = Annotated[
    str, Meta(min_length=44, max_length=88, description="In base64, with its padding.")
]
