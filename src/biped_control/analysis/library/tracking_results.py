"""Keeps beside the clips how well they are tracked, as long as nothing that it depends on has changed."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from biped_control.atomic_write import atomic_write
from biped_control.contact.weights import load_table as load_adaptation_table
from biped_control.errors import ClipError
from biped_control.motion.library.clip_folder import not_writable
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.policies.modal.settings import modal_settings_for
from biped_control.policies.weights import load_table as load_look_ahead_table
from biped_control.settings import ControlSettings

FORMAT_VERSION = 2
"""Raise it when rollouts of the same clips and settings come out otherwise."""


@dataclass(frozen=True)
class TrackingResult:
    """One rollout of a clip.

    Attributes:
        engine, policy, gamma, seconds: what was asked for.
        fell: the robot fell.
        survived_s: simulated time on its feet [s].
        played: how often the clip was begun.
        speed_mps: mean horizontal speed.
        mean_cost: eq. 18.
        max_torque_nm: largest torque.
        clips: digests of all clips that were played, by name.
        conditions: digest of settings and weights.
    """

    engine: str
    policy: str
    gamma: float
    seconds: float
    fell: bool
    survived_s: float
    played: int
    speed_mps: float
    mean_cost: float
    max_torque_nm: float
    clips: Mapping[str, str]
    conditions: str

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        content = asdict(self)
        del content["clips"], content["conditions"]
        return content


class TrackingResults:
    """The results of one library; the latest of each clip, engine and policy."""

    def __init__(self, library: ClipLibrary, settings: ControlSettings) -> None:
        self._library, self._folder = library, library.folder / "tracking"
        self._conditions = conditions(settings)

    def of(self, name: str) -> list[TrackingResult]:
        """Results of a clip that still hold, by policy and engine."""
        results = sorted(self._read(name), key=lambda result: (result.policy, result.engine))
        return [result for result in results if self._holds(result)]

    def keep(self, name: str, result: TrackingResult) -> None:
        """Adds a result of a clip.

        Raises:
            ClipError: the folder cannot be written to.
        """
        same = (result.engine, result.policy)
        others = [other for other in self._read(name) if (other.engine, other.policy) != same]
        path = self._file(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as unfinished:
                unfinished.write_text(json.dumps([asdict(each) for each in [*others, result]]), "utf-8")
        except OSError as error:
            raise ClipError(not_writable(path, error)) from error

    def _holds(self, result: TrackingResult) -> bool:
        try:
            same = {name: self._library.entry(name).digest for name in result.clips} == result.clips
            return same and result.conditions == self._conditions
        except ClipError:
            return False  # one of the clips is gone

    def _read(self, name: str) -> list[TrackingResult]:
        try:
            return [TrackingResult(**row) for row in json.loads(self._file(name).read_text("utf-8"))]
        except (OSError, ValueError, TypeError):
            return []  # lost or of another version: nothing is known

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"


def conditions(settings: ControlSettings) -> str:
    """Digest of everything besides the clips that tracking depends on; gamma stands in the results."""
    modal = modal_settings_for(settings.adjust_steps)
    parts = (settings.replaced(gamma=0.0), load_look_ahead_table(), load_adaptation_table(), modal)
    content = "\n".join([str(FORMAT_VERSION), *(part.model_dump_json() for part in parts)])
    return hashlib.sha256(content.encode()).hexdigest()[:16]
