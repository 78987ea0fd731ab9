"""Which key of a terminal means what."""

import re
from collections.abc import Mapping

from biped_control.steering.operator.keyboard import Key

_UP, _DOWN, _RIGHT, _LEFT = "ABCD"  # last letter of the sequences that terminals send for arrows

KEYS: Mapping[str, Key] = {
    "w": Key.FASTER,
    "s": Key.SLOWER,
    "a": Key.LEFT,
    "d": Key.RIGHT,
    "x": Key.STRAIGHT,
    "r": Key.RUN,
    " ": Key.STOP,
    "q": Key.QUIT,
    "\x04": Key.QUIT,  # Ctrl-D
    **{
        f"\x1b{bracket}{letter}": key
        for bracket in "[O"  # the second one from terminals in application mode
        for letter, key in zip(
            (_UP, _DOWN, _LEFT, _RIGHT), (Key.FASTER, Key.SLOWER, Key.LEFT, Key.RIGHT), strict=True
        )
    },
}
"""By what the terminal sends; letters in lower case."""

# An escape sequence as a whole, also of keys that mean nothing here: its letters are no keys of their own.
# Escape before anything else is the escape key, so that a key pressed after it still counts.
_KEY = re.compile(
    r"\x1b\[[0-9;?]*([^0-9;?\x1b]|(?=\x1b))|\x1bO[^\x1b]|\x1bO?(?=\x1b)|\x1b(?=[^\[O])|[^\x1b]", re.DOTALL
)


class KeySplitter:
    """Cuts the characters that come from a terminal into keys."""

    def __init__(self) -> None:
        self._incomplete = ""

    def split(self, text: str) -> list[str]:
        """The keys that are complete now; the beginning of a sequence waits for its rest."""
        text, keys = self._incomplete + text, []
        while match := _KEY.match(text):
            key = match.group()
            keys.append(key.lower() if len(key) == 1 else key)
            text = text[match.end() :]
        self._incomplete = text
        return keys
