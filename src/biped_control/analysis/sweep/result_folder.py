"""The folder of a sweep: what it is about, a small Parquet file for each finished row, and one with all.

A row is there completely or not at all, whenever and however the process ends.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from biped_control.analysis.claimed_folder import claimed, require_same
from biped_control.analysis.sweep.row import COLUMNS, Row
from biped_control.atomic_write import atomic_write
from biped_control.errors import SweepError

_SCHEMA = pa.schema([pa.field(name, pa.type_for_alias(kind)) for name, kind in COLUMNS.items()])
_KEY = pa.field("key", pa.string())


class ResultFolder:
    """Rows by their key (`row.key_of`); see `open_results`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.table_file = folder / "results.parquet"
        self._parts = folder / "rows"
        self._rows: dict[str, Row] = {}

    @property
    def rows(self) -> Mapping[str, Row]:
        """The finished rows by their keys."""
        return self._rows

    def begin(self, about: Mapping[str, Mapping[str, Any]]) -> None:
        """Finds the rows of an earlier run, unfinished or with fewer seeds.

        Args:
            about: what the rows depend on, in sections that can be written as JSON.

        Raises:
            SweepError: the folder holds something else, results of another version or with other settings,
                or what cannot be read; or it cannot be written.
        """
        with self._writing("sweep.json"):
            require_same(self.path, "sweep", about, growing=("seed",))
        with self._writing("rows"):
            self._parts.mkdir(exist_ok=True)
            for path in self._parts.glob(".*.parquet.*"):
                path.unlink()  # of a process that was killed
        for path in (self.table_file, *sorted(self._parts.glob("*.parquet"))):
            if path.is_file():
                self._rows |= _read(path)

    def add(self, key: str, row: Row) -> None:
        """Keeps a row.

        Raises:
            SweepError: it cannot be written; those before stay.
        """
        self._write(self._parts / f"{key}.parquet", {key: row})
        self._rows[key] = row

    def complete(self, order: Sequence[str], about: Mapping[str, Any]) -> Path:
        """Puts all rows into one file, in this order of their keys, and removes the small ones.

        Args:
            order: keys; those without a row are left out.
            about: kept in the metadata of the file as JSON, under `biped_sweep`.

        Raises:
            SweepError: it cannot be written; no row is lost.
        """
        rows = {key: self._rows[key] for key in order if key in self._rows}
        self._write(self.table_file, rows, {"biped_sweep": json.dumps(about)})
        for path in self._parts.glob("*.parquet"):
            path.unlink()
        return self.table_file

    def _write(self, path: Path, rows: Mapping[str, Row], metadata: Mapping[str, str] | None = None) -> None:
        schema = pa.schema([_KEY, *_SCHEMA], metadata=metadata)
        table = pa.Table.from_pylist([{"key": key, **row} for key, row in rows.items()], schema=schema)
        content = pa.BufferOutputStream()
        pq.write_table(table, content)
        with self._writing(path.name), atomic_write(path) as unfinished:
            unfinished.write_bytes(content.getvalue())

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SweepError(
                f"{self.path}: {what} cannot be written ({error.strerror}); {len(self._rows)} finished rows "
                "are kept: make room, then give the same command again to go on"
            ) from error


@contextmanager
def open_results(folder: Path) -> Iterator[ResultFolder]:
    """The folder, made if missing; this process alone may use it meanwhile.

    Raises:
        SweepError: another process uses it, or it cannot be written.
    """
    with claimed(folder, "sweep"):
        yield ResultFolder(folder)


def _read(path: Path) -> dict[str, Row]:
    try:
        rows = pq.read_table(path, schema=pa.schema([_KEY, *_SCHEMA])).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise SweepError(
            f"{path}: cannot be read ({str(error).splitlines()[0]}); remove this file, and its rollouts are "
            "done again"
        ) from error
    return {row.pop("key"): row for row in rows}
