"""Says in words in what two sets of facts differ."""

from collections.abc import Mapping

_LONGEST = 40  # characters of a value in a message


def differences(there: Mapping[str, object], here: Mapping[str, object], place: str) -> list[str]:
    """What differs, in words.

    Args:
        there, here: what is compared.
        place: where `there` is, e.g. "in the folder".
    """
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    return [f"{name} ({_short(there.get(name))} {place}, {_short(here.get(name))} here)" for name in names]


def _short(value: object) -> str:
    if value is None:
        return "nothing"
    text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
