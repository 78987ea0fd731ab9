"""The weights that were found, as a file that `biped rollout --weights` takes."""

from collections.abc import Sequence
from pathlib import Path

import yaml

from biped_control.analysis.weight_set import WeightSet, nested
from biped_control.atomic_write import atomic_write


def write_weights(path: Path, weights: WeightSet, comments: Sequence[str]) -> None:
    """Writes what differs from the weights that ship.

    Args:
        path: the file, in an existing folder.
        weights: all weights.
        comments: lines for people, at the top of the file.

    Raises:
        OSError: it cannot be written.
    """
    changes = weights.changes() or {"gamma": weights.gamma}  # a file without any weight is refused as empty
    content = yaml.safe_dump(nested(changes), sort_keys=False)
    with atomic_write(path) as unfinished:
        unfinished.write_text("".join(f"# {line}\n" for line in comments) + content, encoding="utf-8")
