"""Joysticks that exist only in SDL."""

import ctypes
from pathlib import Path

_GAME_CONTROLLER = 1


class VirtualJoystick:
    """A joystick without hardware: six axes, eleven buttons, one hat, in SDL's own signs."""

    def __init__(self) -> None:
        self._sdl = sdl = _loaded_sdl()
        index = sdl.SDL_JoystickAttachVirtual(_GAME_CONTROLLER, 6, 11, 1)
        assert index >= 0, sdl.SDL_GetError()
        self._instance = sdl.SDL_JoystickGetDeviceInstanceID(index)
        self.plugged_in = True

    def axis(self, axis: int, value: float) -> None:
        assert self._sdl.SDL_JoystickSetVirtualAxis(self._opened(), axis, round(value * 32767.0)) == 0

    def button(self, button: int, pressed: bool) -> None:
        assert self._sdl.SDL_JoystickSetVirtualButton(self._opened(), button, int(pressed)) == 0

    def hat(self, bits: int) -> None:
        assert self._sdl.SDL_JoystickSetVirtualHat(self._opened(), 0, bits) == 0

    def unplug(self) -> None:
        indices = range(self._sdl.SDL_NumJoysticks())
        instances = [self._sdl.SDL_JoystickGetDeviceInstanceID(index) for index in indices]
        assert self._sdl.SDL_JoystickDetachVirtual(instances.index(self._instance)) == 0
        self.plugged_in = False

    def _opened(self) -> ctypes.c_void_p:
        pointer = self._sdl.SDL_JoystickFromInstanceID(self._instance)
        assert pointer, "nobody reads the joystick yet"
        return ctypes.c_void_p(pointer)


def _loaded_sdl() -> ctypes.CDLL:
    """SDL as pygame has loaded it: opening the same file again gives the same library."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    sdl = ctypes.CDLL(next(line.split()[-1] for line in lines if "/libSDL2-" in line))
    sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    sdl.SDL_GetError.restype = ctypes.c_char_p
    return sdl
