"""Compiled kernels: numba with a cache that notices every change.

Numba keeps compiled code between runs, but looks only at the file that a kernel stands in: when a kernel
calls one of another file and that one changes, the old code runs on. The cache folder is therefore named
after the contents of all kernels.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from biped_control.resources import cache_folder

_PACKAGE = Path(__file__).resolve().parent
_MARK = b"@kernel"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        content = path.read_bytes()
        if _MARK in content:
            digest.update(str(path.relative_to(_PACKAGE)).encode() + content)
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    return cache_folder() / "kernels" / _fingerprint()


# Numba reads this once, when it is imported; importing this module first is what makes it count.
os.environ.setdefault("NUMBA_CACHE_DIR", str(_cache_folder()))

from numba import njit  # noqa: E402

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compiles a function of numbers and arrays on its first call with given types."""
    compiled: Function = njit(cache=True)(function)
    return compiled
