"""What an unknown name was probably meant to be."""

from collections.abc import Iterable
from difflib import get_close_matches

_LEAST_LIKENESS = 0.6  # of difflib, 0 to 1: enough for an exchanged, missing or extra letter or two


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known name most like an unknown one, as a question to put right behind the unknown one.

    Args:
        name: as somebody wrote it; capital letters count for nothing.
        known: what would be right.

    Returns:
        " (did you mean 'walk'?)" with the space before it; empty where nothing is alike.
    """
    by_lower = {other.lower(): other for other in known}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=_LEAST_LIKENESS)
    return f" (did you mean '{by_lower[close[0]]}'?)" if close else ""
