"""What every node's executable runs: the node of the executable's own name.

Importing a node takes seconds. This module is light, so that Ctrl-C in the middle of the imports ends the
process without a word instead of printing a traceback for every node.
"""

import ctypes
import os
import signal
import sys
from pathlib import Path
from types import FrameType

STARTED_BY = "BIPED_STARTED_BY"  # environment variable: process id of the `biped walk` that nodes belong to
_PR_SET_PDEATHSIG = 1
COMPOSED = "composed"
"""Name of the executable that runs several nodes, named on its command line; all of them without names."""


def main() -> int:
    """Runs the node that this program is called like."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    _end_with_starter()
    from biped_control.nodes.composed import run  # slow to import

    name = Path(sys.argv[0]).stem
    names = [] if name in (COMPOSED, Path(__file__).stem) else [name]
    return run([sys.argv[0], *names, *sys.argv[1:]])


def _end_with_starter() -> None:
    """Has the kernel send SIGTERM when `biped walk` ends, however it does; others' nodes live on."""
    if (starter := os.environ.get(STARTED_BY)) is None:
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(starter):  # it has ended already
        sys.exit(128 + signal.SIGTERM)


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
