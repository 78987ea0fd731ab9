"""When a run counts as silent, by a clock of the test."""

import os
from pathlib import Path

from biped_control.nodes.run_silence import RunSilence


class Clock:
    """Stands still until it is told otherwise."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_who_has_spoken_is_awaited_for_half_a_minute(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "result.json"
    silence = RunSilence(file, clock)
    for second in range(60):
        clock.now += 1.0
        file.write_text("{}")
        os.utime(file, ns=(0, second + 1))
        assert not silence.too_long()
    clock.now += 29.0
    assert not silence.too_long()
    clock.now += 2.0
    assert silence.too_long()


def test_the_first_word_may_take_minutes(tmp_path: Path) -> None:
    clock = Clock()
    silence = RunSilence(tmp_path / "result.json", clock)
    clock.now += 299.0
    assert not silence.too_long()
    clock.now += 2.0
    assert silence.too_long()
