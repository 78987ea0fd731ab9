"""Names of what a capture can show."""

from typing import Literal, get_args

TakeKind = Literal["walk", "run", "steady-turn", "turn"]
KINDS: tuple[TakeKind, ...] = get_args(TakeKind)
