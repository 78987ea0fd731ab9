"""The record button of the page."""

from datetime import datetime
from pathlib import Path

from rclpy.node import Node

from biped_control.errors import GraphError
from biped_control.nodes.executor_jobs import ExecutorJobs
from biped_control.nodes.recorder import Recorder


class PageRecording:
    """At most one recording at a time, into files named by the time at which they begin."""

    def __init__(self, node: Node, jobs: ExecutorJobs, folder: Path) -> None:
        """
        Args:
            node: who hears what is recorded.
            jobs: of the executor that the node belongs to.
            folder: gets the files.
        """
        self._node, self._jobs, self._folder = node, jobs, folder
        self._recorder: Recorder | None = None

    def start(self) -> str:
        """Begins a recording; returns the name of the file.

        Raises:
            GraphError: there is a recording already, or it cannot be begun.
        """
        if self._recorder is not None:
            raise GraphError(f"{self._recorder.path} is being recorded already")
        path = self._folder / f"{datetime.now():biped-%Y%m%d-%H%M%S}.mcap"
        self._recorder = self._jobs.run(lambda: Recorder(self._node, path))
        return f"to {path.absolute()}"

    def stop(self) -> str:
        """Completes the recording; returns what is in it.

        Raises:
            GraphError: there is none, or the file cannot be completed.
        """
        if self._recorder is None:
            raise GraphError("nothing is being recorded")
        recorder, self._recorder = self._recorder, None
        self._jobs.run(recorder.finish)
        return f"{recorder.messages} messages on {len(recorder.topics)} topics: {recorder.path.absolute()}"

    def close(self) -> None:
        """Completes what is being recorded. For the executor's thread, when the node ends."""
        if self._recorder is not None:
            recorder, self._recorder = self._recorder, None
            recorder.finish()
