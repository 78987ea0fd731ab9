"""What is made of heading errors, on records with known answers."""

from math import pi, radians

import numpy as np
import pytest

from biped_control.analysis.steering.heading_record import HeadingRecord, following

DT = 0.01


def record_of(*commands: tuple[list[float], int]) -> HeadingRecord:
    """Each command: errors in degrees tick by tick, and from which of these on its turns have ended."""
    record = HeadingRecord()
    for number, (errors, settled_from) in enumerate(commands):
        for index, error in enumerate(errors):
            record.commands.append(number)
            record.errors.append(radians(error))
            record.yaw_errors.append(radians(error))
            record.settled.append(index >= settled_from)
    return record


def test_a_turn_that_ends() -> None:
    turn = [*np.linspace(120.0, 5.0, 200), *([5.0] * 100)]
    found = following(record_of((turn, 200), ([10.0] * 50, 0)), DT)
    assert found.mean_error == pytest.approx(radians((100 * 5.0 + 50 * 10.0) / 150))
    assert found.worst_error == pytest.approx(radians(10.0))
    assert found.overall_error == pytest.approx(radians(np.mean([*turn, *[10.0] * 50])))
    below = int(np.argmax(np.array(turn) <= 15.0))
    assert found.responses == pytest.approx((below * DT,))
    assert found.unanswered == 0


def test_a_command_is_answered_when_the_yaw_stays() -> None:
    swinging = [*([100.0] * 10), *([14.0] * 10), *([16.0] * 10), *([-14.0] * 20)]
    assert following(record_of((swinging, 50)), DT).responses == pytest.approx((0.3,))


def test_small_commands_have_no_response_time() -> None:
    found = following(record_of(([89.0] * 100, 50)), DT)
    assert found.responses == ()
    assert found.unanswered == 0


def test_the_next_command_may_come_too_early() -> None:
    found = following(record_of(([170.0] * 100, 100), ([-170.0] * 100, 100)), DT)
    assert found.unanswered == 1  # the last one may have been cut short
    assert found.mean_error is None
    assert found.worst_error is None


def test_errors_are_the_short_way_round() -> None:
    record = record_of(([5.0] * 10, 0))
    record.errors = [error + 6 * pi for error in record.errors]
    assert following(record, DT).mean_error == pytest.approx(radians(5.0))
