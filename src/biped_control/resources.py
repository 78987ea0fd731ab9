"""Finds the files that ship beside the library: `config/`, `urdf/`.

They sit at different places in a source checkout, a colcon installation (share/biped) and a wheel (package
data).
"""

import os
from pathlib import Path

from biped_control.errors import ResourceError

_PACKAGE = Path(__file__).resolve().parent


def _roots() -> list[Path]:
    checkout = _PACKAGE.parent.parent
    installed = [parent / "share" / "biped" for parent in _PACKAGE.parents]
    return [_PACKAGE / "share", checkout, *installed]


def share_path(relative: str) -> Path:
    """Absolute path of a shipped file, e.g. `share_path("config/robot.yaml")`.

    Raises:
        ResourceError: it is in none of the places; the message lists them.
    """
    roots = _roots()
    for root in roots:
        if (root / relative).exists():
            return root / relative
    searched = ", ".join(str(root) for root in roots)
    raise ResourceError(f"{relative}: not found under {searched}; reinstall the package")


def cache_folder() -> Path:
    """Home of what can be made again: clips, gains, compiled kernels, logs. Follows XDG_CACHE_HOME."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "biped"
