"""`python3 -m biped_control.environment`: makes or updates `.venv` at the root of the checkout.

With `--missing` it prints the Debian packages that have to be installed before, one a line, and does
nothing else.
"""

from __future__ import annotations

import sys
from pathlib import Path

from biped_control.environment.build import EnvironmentBuild
from biped_control.environment.system_parts import system_parts
from biped_control.errors import BipedError


def main(arguments: list[str]) -> int:
    """Exit status 0 when the environment is ready, 1 with one clear line when it is not."""
    if arguments == ["--missing"]:
        for part in system_parts():
            if not part.present:
                print(part.debian_package)
        return 0
    root = Path(__file__).resolve().parents[3]
    try:
        EnvironmentBuild(root, lambda line: print(f"biped: {line}", flush=True)).run()
    except BipedError as error:
        print(f"biped: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("biped: interrupted; `make env` goes on from the last finished step", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
