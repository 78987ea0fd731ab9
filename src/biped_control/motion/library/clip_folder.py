"""The files of a library: clips by name and content, and beside each what its making took."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from biped_control.atomic_write import atomic_write
from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import save_clip
from biped_control.motion.clip_name import NAME
from biped_control.resources import cache_folder

SUFFIX = ".clip.npz"


def library_folder() -> Path:
    """$BIPED_LIBRARY, or `library` in the cache folder (~/.cache/biped)."""
    return Path(os.environ.get("BIPED_LIBRARY") or cache_folder() / "library")


def not_writable(path: Path, error: OSError) -> str:
    """What to tell of a file or folder of the library that cannot be written."""
    return f"{path}: cannot be written ({error}); set BIPED_LIBRARY to a folder that can"


@dataclass(frozen=True)
class BuildRecord:
    """What is known of the making of a clip.

    Attributes:
        seconds_to_build: how long it took; None when it is not known, or has failed.
        robot: fingerprint.
        rate_hz: control rate.
        needed: digests of the clips that it was made from, by name.
        problem: why it could not be made; empty when it was.
    """

    seconds_to_build: float | None = None
    robot: str = ""
    rate_hz: float = 0.0
    needed: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


class ClipFolder:
    """A clip made from a recipe is kept as NAME.DIGEST.clip.npz, an imported one as NAME.clip.npz."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def imported(self) -> dict[str, Path]:
        """Imported clips by name, in the order of their names."""
        files = sorted(self.path.glob(f"*{SUFFIX}")) if self.path.is_dir() else []
        named = {path.name.removesuffix(SUFFIX): path for path in files}
        return {name: path for name, path in named.items() if NAME.fullmatch(name)}

    def of_import(self, name: str) -> Path:
        """File of an imported clip."""
        return self.path / f"{name}{SUFFIX}"

    def of_recipe(self, name: str, digest: str) -> Path:
        """File of a clip that was made from a recipe of this content."""
        return self.path / f"{name}.{digest}{SUFFIX}"

    def versions(self, name: str, robot: str, rate_hz: float) -> Iterator[tuple[str, Path]]:
        """Digest and file of everything that was made from recipes of this name, the newest first."""
        files = list(self.path.glob(f"{name}.*{SUFFIX}")) if self.path.is_dir() else []
        for path in sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True):
            record = self.record(path)
            if (record.robot, record.rate_hz) == (robot, rate_hz):
                yield path.name.removesuffix(SUFFIX).removeprefix(f"{name}."), path

    @staticmethod
    def content(path: Path) -> str:
        """Digest of the bytes of a clip file; of nothing when it cannot be read: reading it will say why."""
        try:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return ""

    def record(self, path: Path) -> BuildRecord:
        """What the making of the clip at `path` took, or why it failed; an empty record when that is lost."""
        try:
            return BuildRecord(**json.loads(_record_of(path).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return BuildRecord()

    def keep(self, clip: Clip, path: Path, record: BuildRecord) -> None:
        """Writes a clip and its record.

        Raises:
            ClipError: the folder cannot be written to.
        """
        try:
            save_clip(clip, path)
        except OSError as error:
            raise ClipError(not_writable(path, error)) from error
        self.note(path, record)

    def note(self, path: Path, record: BuildRecord) -> None:
        """Writes the record alone.

        Raises:
            ClipError: the folder cannot be written to.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with atomic_write(_record_of(path)) as temporary:
                temporary.write_text(json.dumps(asdict(record)), encoding="utf-8")
        except OSError as error:
            raise ClipError(not_writable(path, error)) from error


def _record_of(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + ".json")
