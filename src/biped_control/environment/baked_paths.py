"""Repairs the CMake files inside the ROS wheels.

They still name the Python headers and the numpy headers of the machine that built the wheels
(`/opt/python/cp311-cp311/...`); CMake refuses include folders that do not exist.
"""

from __future__ import annotations

import os
import re
import sysconfig
from pathlib import Path

_HEADERS = re.compile(r"/opt/python/cp\d+-cp\d+/include/python[\d.]+")
_SITE_PACKAGES = re.compile(r"/opt/python/cp\d+-cp\d+/lib/python[\d.]+/site-packages")


def repaired(text: str, headers: Path, site_packages: Path) -> str:
    """The text of a CMake file with the wheel builder's folders replaced by this machine's."""
    text = _HEADERS.sub(lambda _: headers.as_posix(), text)
    return _SITE_PACKAGES.sub(lambda _: site_packages.as_posix(), text)


def repair_baked_paths(prefix: Path, site_packages: Path) -> int:
    """Rewrites every CMake file under an environment's prefix that needs it.

    Args:
        prefix: root of the virtual environment.
        site_packages: its site-packages folder, which holds numpy's headers.

    Returns:
        Number of files changed; 0 when all were right already.
    """
    headers = Path(sysconfig.get_path("include"))
    changed = 0
    for file in sorted((prefix / "share").glob("*/cmake/*.cmake")):
        before = file.read_text()
        after = repaired(before, headers, site_packages)
        if after != before:
            unfinished = file.with_suffix(".new")
            unfinished.write_text(after)
            os.replace(unfinished, file)
            changed += 1
    return changed
