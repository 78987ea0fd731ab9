"""What terminals send for keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.commands.terminal_keys import KEYS, KeySplitter
from biped_control.steering.operator.keyboard import Key


def meanings(*pieces: str) -> list[Key]:
    splitter = KeySplitter()
    return [KEYS[key] for piece in pieces for key in splitter.split(piece) if key in KEYS]


def test_letters_and_arrows() -> None:
    assert meanings("wSa D") == [Key.FASTER, Key.SLOWER, Key.LEFT, Key.STOP, Key.RIGHT]
    assert meanings("\x1b[A\x1b[B\x1b[D\x1b[C") == [Key.FASTER, Key.SLOWER, Key.LEFT, Key.RIGHT]
    assert meanings("\x1bOA\x1bOD") == [Key.FASTER, Key.LEFT]
    assert meanings("q\x04") == [Key.QUIT, Key.QUIT]


def test_every_meaning_has_a_key() -> None:
    assert set(KEYS.values()) == set(Key)


@pytest.mark.parametrize("other", ["\x1b[1;5D", "\x1b[3~", "\x1b[15~", "\x1bOR", "\x1b", "e", "\x00", "ä"])
def test_other_keys_mean_nothing_and_swallow_nothing(other: str) -> None:
    assert meanings(other + " ") == [Key.STOP]
    assert meanings(other + "\x1b[A") == [Key.FASTER]
    assert meanings(other, " ") == [Key.STOP]


@given(keys=st.lists(st.sampled_from(sorted(KEYS)), max_size=10), data=st.data())
def test_sequences_may_come_in_pieces(keys: list[str], data: st.DataObject) -> None:
    text = "".join(keys)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert meanings(*pieces) == [KEYS[key] for key in keys]


@given(st.lists(st.text(alphabet="\x1b[O;1aA ~", max_size=6), max_size=6))
def test_whatever_comes_a_space_after_another_key_stops(pieces: list[str]) -> None:
    assert meanings(*pieces, "e", "e", " ")[-1:] == [Key.STOP]
