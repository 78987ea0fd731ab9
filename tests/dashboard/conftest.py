"""A standing robot, what it weighs, a page, and what a browser does to a page."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import msgspec
import numpy as np
import pytest
import viser
import zstandard
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from biped_control.dashboard.controls import Controls
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.page_server import HOST
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.retargeting.comparison import Comparison
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="session")
def standing(robot: RobotModel) -> FloatArray:
    """(nv,) straight legs, soles on the ground."""
    q = np.zeros(robot.nv)
    q[2] = 0.895
    return q


@pytest.fixture(scope="session")
def comparison(standing: FloatArray) -> Comparison:
    """A second in which a standing robot and all landmarks of a person glide one metre forward."""
    travel = np.linspace(0.0, 1.0, 121)
    positions = np.tile(standing, (121, 1))
    positions[:, 0] = travel
    landmarks = {}
    for place, name in enumerate(LANDMARKS):
        track = np.tile([0.0, 0.1 * (-1) ** place, 0.1 * (place + 1)], (121, 1))
        track[:, 0] = travel
        landmarks[name] = track
    return Comparison("capture someone.bvh", "robot, clip 'someone'", 120.0, landmarks, positions)


@pytest.fixture(scope="session")
def weight(robot: RobotModel) -> float:
    """Of the whole robot [N]."""
    return robot.mass * GRAVITY


@pytest.fixture
def page(robot: RobotModel) -> Iterator[DashboardPage]:
    """A page whose buttons do nothing."""
    page = DashboardPage(robot, Controls(), port=0)
    yield page
    page.close()


def _text_part(frame: bytes) -> bytes:
    """What is not numbers in a frame of the page: two lengths, then this, compressed, then arrays."""
    length = int.from_bytes(frame[8:16], "little")
    return zstandard.ZstdDecompressor().decompress(frame[16 : 16 + length])


class Browser:
    """One that has the page open."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        # Only who has sent a camera counts as a viewer.
        self._send(
            type="ViewerCameraMessage",
            wxyz=(1.0, 0.0, 0.0, 0.0),
            position=(3.0, 0.0, 1.0),
            fov=1.0,
            near=0.1,
            far=100.0,
            image_height=100,
            image_width=100,
            look_at=(0.0, 0.0, 1.0),
            up_direction=(0.0, 0.0, 1.0),
        )

    def press(self, control: Any, value: object) -> None:
        """Presses a button or moves a slider; `control` is what the server side holds of it."""
        self._send(type="GuiUpdateMessage", uuid=control._impl.uuid, updates={"value": value})

    def hears(self, words: str) -> bool:
        """Waits until something with these words arrives; False when 10 s pass without any message."""
        try:
            while words.encode() not in _text_part(self._connection.recv(timeout=10.0, decode=False)):
                pass
        except TimeoutError:
            return False
        return True

    def _send(self, **message: object) -> None:
        self._connection.send(msgspec.msgpack.encode(message))


@pytest.fixture
def browse() -> Callable[[DashboardPage], AbstractContextManager[Browser]]:
    """Opens a page."""

    @contextmanager
    def opened(page: DashboardPage) -> Iterator[Browser]:
        address = f"ws://{HOST}:{page.server.get_port()}"
        protocol = Subprotocol(f"viser-v{viser.__version__}")
        with connect(address, subprotocols=[protocol], max_size=None) as connection:
            yield Browser(connection)

    return opened
