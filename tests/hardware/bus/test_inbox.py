"""When a tick waits for answers no longer, and what nobody understands."""

import pytest

from biped_control.hardware.bus.actuator_settings import load_actuators
from biped_control.hardware.bus.dialects import drive_dialect
from biped_control.hardware.bus.drive_signals import DriveReading
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.inbox import Inbox
from biped_control.hardware.bus.joint_drives import JointDrives
from biped_control.hardware.bus.joint_frames import JointFrames
from biped_control.robot.model import RobotModel

SETTINGS = load_actuators()


@pytest.fixture
def places(robot: RobotModel) -> tuple[tuple[str, int], ...]:
    return JointDrives(robot, SETTINGS).places


@pytest.fixture
def inbox(robot: RobotModel) -> Inbox:
    inbox = JointFrames(robot, SETTINGS.model_copy(update={"imu_bus": None})).new_inbox()
    inbox.expect_answers()
    return inbox


def answer(bus: str, node: int) -> list[Frame]:
    ranges = SETTINGS.ranges_on(bus)[node]
    reading = DriveReading()
    reading.position = reading.velocity = reading.torque = reading.temperature = 0.0
    return list(drive_dialect("mit", node, ranges).say(reading))


def test_a_lost_answer_is_not_waited_for_when_the_others_have_come(
    inbox: Inbox, places: tuple[tuple[str, int], ...]
) -> None:
    for k, (bus, node) in enumerate(places[:-1]):
        inbox.take(bus, answer(bus, node), 7.0 + 1e-4 * k)
    last = 7.0 + 1e-4 * (len(places) - 2)
    assert not inbox.settled
    assert not inbox.is_quiet(last + 0.0009), "it may still come"
    assert inbox.is_quiet(last + 0.0011)
    inbox.wait(3600.0)  # which are long over on this clock
    inbox.take(*(places[-1][0], answer(*places[-1])), last + 0.002)
    assert inbox.settled


def test_who_has_hardly_begun_is_waited_for(inbox: Inbox, places: tuple[tuple[str, int], ...]) -> None:
    assert not inbox.is_quiet(1e6), "nobody has answered yet"
    for bus, node in places[:10]:
        inbox.take(bus, answer(bus, node), 7.0)
    assert not inbox.is_quiet(1e6), "that is not most of them: a whole bus may be late"
    for bus, node in places:
        inbox.take(bus, answer(bus, node), 7.0)
    inbox.expect_answers()
    assert not inbox.is_quiet(1e6), "asked again"


def test_what_nobody_understands_is_counted(inbox: Inbox, places: tuple[tuple[str, int], ...]) -> None:
    bus, node = places[0]
    (understood,) = answer(bus, node)
    inbox.take(bus, [understood, Frame(understood.identifier, understood.data[:3])], 7.0)
    assert inbox.ignored == 1, "too short"
    inbox.take(bus, [Frame(0x7FE, bytes(8)), understood], 7.0)
    assert inbox.ignored == 2, "of no drive"
