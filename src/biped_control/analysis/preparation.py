"""What is slow the first time only, done before anything is timed or must answer in time.

Compiling the kernels takes about half a minute. Numba keeps them on disk, in a folder named after their
source (`compiled`); a stamp in that folder says that all kernels of the control loop are there.
"""

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path

import numba
import numpy as np
from llvmlite import binding

from biped_control.analysis.assembly import Announce, WalkParts, assemble
from biped_control.atomic_write import atomic_write
from biped_control.errors import EngineError
from biped_control.policies.factory import POLICIES
from biped_control.settings import ControlSettings
from biped_control.simulation.disturbances import Disturbances, PushPlan
from biped_control.simulation.engines import engine_names
from biped_control.simulation.terrain import FLAT, LOW_LEDGES

_REHEARSED_TICKS = 40


def prepare(clip: str, settings: ControlSettings, announce: Announce, steer: bool = False) -> WalkParts:
    """Builds the clip, its gains and the kernels of the control loop, each unless it is there already.

    Args:
        clip: name in the library, or path of a clip file.
        settings: of the loop.
        announce: hears of what takes time.
        steer: see `assemble`.

    Raises:
        BipedError: see `assemble`.
    """
    parts = assemble(clip, settings, announce, steer)
    if not kernels_ready():
        announce("compiling the kernels (only once, about half a minute)", "")
        compile_kernels(parts)
    return parts


def kernels_ready() -> bool:
    """Whether all kernels of the control loop are on disk, compiled for this machine and installation."""
    return _stamp_file().is_file()


def compile_kernels(parts: WalkParts) -> None:
    """Compiles, or loads, everything that the control loop calls, and remembers that it is done."""
    _rehearse(parts)
    _write_stamp()


def _rehearse(parts: WalkParts) -> None:
    """Walks a few ticks in every way there is, which is what makes numba compile."""
    pushes = PushPlan(parts.robot.limbs.torso, newtons=1.0, ticks=2, period_ticks=10)
    for name in engine_names():
        for terrain in (FLAT, LOW_LEDGES):
            try:
                engine = parts.engine(name, terrain, report_contacts=True)
            except EngineError:
                continue  # not installed
            for policy in POLICIES:
                loop = parts.loop(policy, engine)
                loop.run(parts.itinerary, _REHEARSED_TICKS, disturbances=Disturbances(1, pushes))
            engine.close()


def _write_stamp() -> None:
    path = _stamp_file()
    with suppress(OSError):  # no cache on this machine: everything works, only slower
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as unfinished:
            unfinished.write_text(f"{_circumstances()}\n", encoding="utf-8")


def _stamp_file() -> Path:
    digest = hashlib.sha256(_circumstances().encode()).hexdigest()[:12]
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"control_loop.{digest}.ready"


def _circumstances() -> str:
    """What numba's cache depends on besides what the sources say: versions, processor, where they stand."""
    python = ".".join(map(str, sys.version_info[:3]))
    versions = f"python {python}, numpy {np.__version__}, numba {numba.__version__}"
    return f"{versions}, {binding.get_host_cpu_name()}, {Path(__file__).resolve().parent}"
