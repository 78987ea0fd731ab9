"""What options and services may ask for."""

import pytest

from biped_control.errors import MotionError
from biped_control.motion.editing.edit import ReferenceEdit, parse_edit, parse_edit_of_now


def test_text_is_read_with_and_without_units() -> None:
    timed = parse_edit("stride=-0.15m, tempo=1.1,over=1s @ 8.5s")
    assert timed.at_s == 8.5
    assert timed.edit == ReferenceEdit(stride_m=-0.15, tempo=1.1, over_s=1.0)
    assert parse_edit("slope=3").edit == ReferenceEdit(slope_deg=3.0)
    assert parse_edit("slope=3").at_s == 0.0
    assert parse_edit("clip=walk_slow@2s").edit == ReferenceEdit(clip="walk_slow")
    assert parse_edit("height=.05,hands=0.1m").edit == ReferenceEdit(step_height_m=0.05, hands_m=0.1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("slop=3deg", "'slop=3deg'"),
        ("slope=3m", "'3m' is no number of deg"),
        ("slope=nan", "'nan'"),
        ("slope=1,slope=2", "'slope' comes twice"),
        ("clip=../walk", "clip"),
        ("slope", "'slope'"),
        ("slope=40deg", "slope"),
        ("tempo=3@5s", "tempo"),
        ("stride=0.1m@-1s", "before the start"),
        ("stride=0.1m@soon", "'soon'"),
        ("over=1s", "nothing is to be edited"),
        ("", "expected such as"),
    ],
)
def test_what_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(MotionError, match="edit") as refused:
        parse_edit(text)
    assert words in str(refused.value)


def test_an_edit_of_now_has_no_time() -> None:
    assert parse_edit_of_now("stride=-0.15m,tempo=1.1") == ReferenceEdit(stride_m=-0.15, tempo=1.1)
    with pytest.raises(MotionError, match="expected no time"):
        parse_edit_of_now("stride=-0.15m@2s")
