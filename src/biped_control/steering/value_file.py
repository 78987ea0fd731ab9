"""Value functions on disk: a compressed NumPy archive that says which clips it is for, nothing pickled."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from biped_control.atomic_write import atomic_write
from biped_control.errors import PolicyError
from biped_control.motion.clip_file import UNREADABLE, what_is_wrong
from biped_control.steering.steering_settings import ValueFunctionSettings
from biped_control.steering.transition_model import ClipModel, Seen, TransitionModel
from biped_control.steering.value_function import ValueFunction

FORMAT_VERSION = 1

Content = TypeVar("Content")


@dataclass(frozen=True)
class BuildRecord:
    """How a value function was made.

    Attributes:
        seconds: from the clips to the file, sampling included [s].
        samples: transitions that it is made from.
        fresh: of these, simulated in that time; the others were there before.
        processes: that simulated them, side by side.
    """

    seconds: float
    samples: int
    fresh: int
    processes: int


def save_value_function(
    function: ValueFunction, digests: Mapping[str, str], path: Path, built: BuildRecord | None = None
) -> None:
    """Writes a value function; an existing file is replaced only once the new one is complete.

    Args:
        function: what to write.
        digests: of everything that each of its clips was made from, by name.
        path: the file.
        built: how it was made, if that is to be kept.

    Raises:
        PolicyError: it cannot be written.
    """
    clips = list(function.model.clips.values())
    header = {
        "format": FORMAT_VERSION,
        "digests": {clip.name: digests[clip.name] for clip in clips},
        "hubs": dict(function.model.hubs),
        "clips": [_described(clip) for clip in clips],
        "settings": function.settings.model_dump(),
        "sweeps": function.sweeps,
        "built": None if built is None else asdict(built),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as unfinished, unfinished.open("wb") as file:
            np.savez_compressed(
                file,
                header=np.array(json.dumps(header)),
                values=function.values.astype(np.float32),
                borders=function.model.borders,
                risk=np.array([clip.risk for clip in clips]),
                following=np.array([clip.following for clip in clips]),
            )
    except OSError as error:
        raise PolicyError(f"{path}: cannot be written ({error})") from error


def load_value_function(path: Path) -> tuple[ValueFunction, dict[str, str]]:
    """Reads a value function and the digests of the clips that it is for.

    Raises:
        PolicyError: missing, truncated, not a value function, or of another version.
    """
    return _read(path, _function_and_digests)


def load_build_record(path: Path) -> BuildRecord | None:
    """How the value function in a file was made; None where that was not kept.

    Raises:
        PolicyError: see `load_value_function`.
    """

    def record(header: Mapping[str, Any], _arrays: Mapping[str, np.ndarray]) -> BuildRecord | None:
        return BuildRecord(**header["built"]) if header.get("built") else None

    return _read(path, record)


def _read(path: Path, content: Callable[[Mapping[str, Any], Mapping[str, np.ndarray]], Content]) -> Content:
    try:
        with np.load(path, allow_pickle=False) as archive:
            header = json.loads(str(archive["header"]))
            if header["format"] != FORMAT_VERSION:
                raise PolicyError(
                    f"{path}: value function of format {header['format']}, this version reads "
                    f"{FORMAT_VERSION}; `biped steering build` makes a new one"
                )
            return content(header, {name: archive[name] for name in archive.files if name != "header"})
    except FileNotFoundError as error:
        raise PolicyError(f"{path}: no such file; `biped steering build` makes a value function") from error
    except (*UNREADABLE, AttributeError) as error:
        raise PolicyError(
            f"{path}: not a readable value function ({what_is_wrong(path, error)}); "
            "`biped steering build` makes a new one"
        ) from error


def require_same_clips(table: Mapping[str, str], library: Mapping[str, str], path: Path) -> None:
    """Checks that all clips of a value function are in the library as they were when it was made.

    Args:
        table, library: digests by name.
        path: of the value function, for the message.

    Raises:
        PolicyError: a clip is missing or was made from something else since.
    """
    missing = sorted(set(table) - set(library))
    changed = sorted(name for name, digest in table.items() if library.get(name, digest) != digest)
    if missing or changed:
        both = (("missing", missing), ("changed", changed))
        parts = [f"{what}: {', '.join(names)}" for what, names in both if names]
        steps = ["`biped library build` builds what is missing"] if missing else []
        steps += ["`biped steering build` makes one for this library"] if changed else []
        raise PolicyError(
            f"{path}: this value function was made for another library ({'; '.join(parts)}); "
            f"{', then '.join(steps)}"
        )


def _described(clip: ClipModel) -> dict[str, object]:
    described = asdict(clip)
    del described["risk"], described["following"]
    return described


def _function_and_digests(
    header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> tuple[ValueFunction, dict[str, str]]:
    digests = {str(name): str(digest) for name, digest in header["digests"].items()}
    function = _function(header, arrays)
    if digests.keys() != function.model.clips.keys():
        raise ValueError("digests and clips are not the same ones")
    return function, digests


def _function(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> ValueFunction:
    hubs, described = header["hubs"], header["clips"]
    if not isinstance(hubs, dict) or not isinstance(described, list):
        raise ValueError("hubs or clips are missing")
    settings = ValueFunctionSettings.model_validate(header["settings"])
    borders, bins, count = arrays["borders"], len(arrays["borders"]) + 1, len(described)
    expected = {
        "values": (len(hubs), len(hubs), settings.heading_bins, bins),
        "borders": (bins - 1,),
        "risk": (count, bins),
        "following": (count, bins, bins),
    }
    for name, shape in expected.items():
        if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise ValueError(f"{name} has shape {arrays[name].shape}, expected {shape} finite numbers")
    clips = {}
    for index, clip in enumerate(described):
        seen = {engine: Seen(**numbers) for engine, numbers in clip.pop("seen").items()}
        rows = {name: arrays[name][index] for name in ("risk", "following")}
        clips[clip["name"]] = ClipModel(**clip, **rows, seen=seen)
    model = TransitionModel(hubs, clips, borders)
    _require_sense(model)
    return ValueFunction(model, settings, arrays["values"].astype(np.float64), int(header["sweeps"]))


def _require_sense(model: TransitionModel) -> None:
    clips = model.clips.values()
    numbers = [*model.hubs.values(), *(n for clip in clips for n in (clip.seconds, clip.turn, clip.cost))]
    if not all(isinstance(number, int | float) and isfinite(number) for number in numbers):
        raise ValueError("a speed, duration, turn or cost is not a finite number")
    if not {hub for clip in clips for hub in (clip.start_hub, clip.end_hub)} <= model.hubs.keys():
        raise ValueError("a clip leads from or to a hub that is not there")
    for clip in clips:
        shares = np.append(clip.risk, clip.following.ravel())
        if shares.min() < 0.0 or shares.max() > 1.0 + 1e-9 or clip.seconds <= 0.0:
            raise ValueError(f"'{clip.name}' has a probability outside 0 to 1 or takes no time")
    if (np.diff(model.borders) <= 0.0).any():
        raise ValueError("borders of the cost bins do not ascend")
