"""One finding of the doctor. Checks neither print nor raise: the command line renders what they return."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

Status = Literal["ok", "warning", "missing"]


@dataclass(frozen=True)
class Check:
    """One finding.

    Attributes:
        name: what was looked at.
        status: `missing` means that nothing can run; `warning` that something is left out or slower.
        found: what is there, or why it is not.
        advice: what to do; empty when `ok`.
    """

    name: str
    status: Status
    found: str
    advice: str = ""


def healthy(checks: Sequence[Check]) -> bool:
    """Whether the library can do its work here; warnings do not count."""
    return all(check.status != "missing" for check in checks)


def as_json(checks: Sequence[Check]) -> dict[str, list[dict[str, str]]]:
    """The documented JSON of `biped doctor`: `checks[]` with name, status, found and advice."""
    return {"checks": [asdict(check) for check in checks]}
