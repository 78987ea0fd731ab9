"""A joystick plugged into this machine, read with SDL, without any ROS.

SDL (in pygame-ce) is what ROS's own `joy_node` reads joysticks with, so axes and buttons have the same
numbers in both and one config/joystick.yaml serves. evdev would leave the numbering, the calibration and the
waiting for plugs to us, and cannot be tested without rights on /dev/uinput.
"""

import os
from types import ModuleType
from typing import Any

from biped_control.errors import HardwareError
from biped_control.steering.operator.joystick import JoyState

_FULL = 32768.0 / 32767.0  # pygame divides by 2^15, the largest deflection is one less

_SDL_VARIABLES = {
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "SDL_VIDEODRIVER": "dummy",  # events need a video system, but no screen
    "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "1",  # there is no window that could have the focus
    "SDL_NO_SIGNAL_HANDLERS": "1",  # signals belong to the program
}


class SdlJoystick:
    """The first joystick with a certain name; it may be plugged in and pulled out at any time.

    There is one reader a process, and it must be used by one thread.
    """

    def __init__(self, name: str = "") -> None:
        """
        Args:
            name: part of the joystick's name, in any case; empty takes the first joystick.

        Raises:
            HardwareError: pygame is not installed, or SDL does not start.
        """
        self._wanted = name.lower()
        self._pygame = _start_sdl()
        self._device: Any = None

    @property
    def name(self) -> str:
        """Name of the joystick that is read; empty while there is none."""
        return "" if self._device is None else str(self._device.get_name())

    def names(self) -> list[str]:
        """All joysticks that are plugged in."""
        self._pygame.event.pump()
        joystick = self._pygame.joystick
        return [joystick.Joystick(index).get_name() for index in range(joystick.get_count())]

    def read(self) -> JoyState | None:
        """What it reads now, in the signs of ROS; None while no such joystick is plugged in.

        A hat counts as two more axes after the others: left and up are positive.
        """
        pygame = self._pygame
        removed = [event.instance_id for event in pygame.event.get(pygame.JOYDEVICEREMOVED)]
        pygame.event.clear()  # states are asked for, so nobody else reads the queue
        if self._device is not None and self._device.get_instance_id() in removed:
            self._device.quit()
            self._device = None
        if self._device is None:
            self._device = self._find()
        return None if self._device is None else _state(self._device)

    def close(self) -> None:
        """Ends SDL's part in this process."""
        self._device = None
        self._pygame.joystick.quit()
        self._pygame.display.quit()

    def _find(self) -> Any:
        joystick = self._pygame.joystick
        devices = (joystick.Joystick(index) for index in range(joystick.get_count()))
        return next((device for device in devices if self._wanted in device.get_name().lower()), None)


def _start_sdl() -> ModuleType:
    for name, value in _SDL_VARIABLES.items():
        os.environ.setdefault(name, value)
    try:
        import pygame
    except ImportError as error:
        raise HardwareError(
            f"joysticks are read with pygame-ce, which cannot be imported ({error}); `make env`, or "
            "`pip install pygame-ce`, or let ROS's joy_node publish `joy`"
        ) from error
    try:
        pygame.display.init()
        pygame.joystick.init()
    except pygame.error as error:
        raise HardwareError(f"SDL cannot read joysticks here: {error}") from error
    return pygame


def _state(device: Any) -> JoyState:
    # SDL counts right and towards the operator as positive.
    sticks = [_signed(-_FULL * device.get_axis(axis)) for axis in range(device.get_numaxes())]
    hats = [device.get_hat(hat) for hat in range(device.get_numhats())]
    axes = [*sticks, *(value for right, up in hats for value in (_signed(-right), float(up)))]
    return JoyState(tuple(axes), tuple(int(device.get_button(b)) for b in range(device.get_numbuttons())))


def _signed(value: float) -> float:
    return min(max(value, -1.0), 1.0) + 0.0  # adding nothing makes -0.0 a plain 0.0
