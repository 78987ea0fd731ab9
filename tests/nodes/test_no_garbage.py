"""A tick leaves nothing that only the garbage collector could free: in the loop it is off."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from tick_garbage import unreachable_after

from biped_control.analysis.assembly import WalkParts


@pytest.mark.parametrize("engine_name", ["dart", "lcp"])
def test_ticks_make_no_reference_cycles(engine_name: str, walk_parts: WalkParts) -> None:
    """In a process of its own: threads that earlier tests have left behind leave cycles, too."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        assert process.submit(unreachable_after, engine_name).result() == 0
