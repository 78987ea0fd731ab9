"""What is slow the first time only, done before anything is timed or must answer in time.

Compiling the kernels takes about half a minute. Numba keeps them on disk, in a folder named after their
source (`compiled`); a stamp in that folder says that all kernels of the control loop are there.
"""

import os
import sys
from pathlib import Path

import numba
import numpy as np
from llvmlite import binding

from biped_control.analysis.assembly import Announce, WalkParts, assemble
from biped_control.policies.factory import POLICIES
from biped_control.settings import ControlSettings
from biped_control.simulation.disturbances import Disturbances, PushPlan
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.terrain import LEDGES

_REHEARSED_TICKS = 40
_STAMP = "control_loop"


def prepare(clip: str, settings: ControlSettings, announce: Announce) -> WalkParts:
    """Builds the clip, its gains and the kernels of the control loop, each unless it is there already.

    Args:
        clip: name in the library, or path of a clip file.
        settings: of the loop.
        announce: hears of what takes time.

    Raises:
        BipedError: see `assemble`.
    """
    parts = assemble(clip, settings, announce)
    if not kernels_ready():
        announce("compiling the kernels (only once, about half a minute)", "")
        compile_kernels(parts)
    return parts


def kernels_ready() -> bool:
    """Whether all kernels of the control loop are on disk, compiled for this machine."""
    try:
        return _stamp_file().read_text(encoding="utf-8") == _machine()
    except OSError:
        return False


def compile_kernels(parts: WalkParts) -> None:
    """Walks a few ticks in every way there is, so that numba compiles or loads what these need."""
    link = parts.robot.limbs.torso
    for policy in POLICIES:
        for terrain in (None, LEDGES):
            settings = parts.engine_settings(report_contacts=True)
            if terrain is not None:
                settings = parts.engine_settings(terrain, report_contacts=True)
            pushes = PushPlan(link, newtons=1.0, ticks=2, period_ticks=10)
            loop = parts.loop(policy, LcpSimulator(parts.robot, settings))
            loop.run(parts.first, _REHEARSED_TICKS, disturbances=Disturbances(1, pushes))
    _write_stamp()


def _write_stamp() -> None:
    path = _stamp_file()
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(_machine(), encoding="utf-8")
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)  # no cache on this machine: everything works, only slower


def _stamp_file() -> Path:
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{_STAMP}.ready"


def _machine() -> str:
    """What compiled code depends on besides its source."""
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"python {python}, numpy {np.__version__}, numba {numba.__version__}, {binding.get_host_cpu_name()}\n"
    )
