"""Keeps a measured loop free of pauses that Python makes by itself."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def steady_process() -> Iterator[None]:
    """No garbage collection inside the block, as in the nodes; what exists before it is not scanned again."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
