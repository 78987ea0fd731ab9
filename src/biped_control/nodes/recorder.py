"""Writes everything that is said on all topics to an MCAP file, as it comes over the wire."""

import os
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from biped_control.errors import GraphError
from biped_control.nodes.message_text import message_text

_LOOK_EVERY_S = 0.5
_DEPTH = 200  # messages of a topic that may wait while the disk is busy


class Recorder:
    """One recording. The file has its name only when it is complete; until then it is hidden beside it.

    Nobody waits for a recorder: it asks for nothing twice (best effort), so it may miss messages on a machine
    that is overloaded.

    Attributes:
        path: of the file.
        messages: written so far.
        topics: names of those that are recorded.
        problems: topics that are not, and why.
    """

    def __init__(self, node: Node, path: Path) -> None:
        """Begins to record what `node` can hear.

        Raises:
            GraphError: `mcap` is not installed, the file exists, or it cannot be written.
        """
        try:
            from mcap.writer import CompressionType, Writer
        except ImportError as error:
            raise GraphError(f"recording needs mcap ({error}); run `pip install mcap`") from error
        if path.exists():
            raise GraphError(f"{path} exists; choose another name, or remove it")
        self.path = path
        self.messages = 0
        self.problems: dict[str, str] = {}
        self._node = node
        self._unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._unfinished.open("wb")
        except OSError as error:
            raise GraphError(f"{path}: cannot be written ({error.strerror or error})") from error
        self._lock = Lock()
        self._writer: Any = Writer(self._file, compression=CompressionType.ZSTD)
        self._writer.start(profile="ros2", library="biped")
        self._schemas: dict[str, int] = {}
        self._subscriptions: dict[str, Any] = {}
        self._failure: OSError | None = None
        self._finished = False
        self._timer = node.create_timer(
            _LOOK_EVERY_S, self._look, clock=Clock(clock_type=ClockType.STEADY_TIME)
        )
        self._look()

    @property
    def topics(self) -> tuple[str, ...]:
        """Names of the topics that are recorded."""
        return tuple(self._subscriptions)

    def finish(self) -> None:
        """Completes the file and gives it its name.

        Raises:
            GraphError: the disk is full or the like; then there is no file.
        """
        self._leave()
        with self._lock:
            self._finished = True
            try:
                if self._failure is not None:
                    raise self._failure
                self._writer.finish()
                self._file.close()
                os.replace(self._unfinished, self.path)
            except OSError as error:
                self._remove()
                raise GraphError(f"{self.path}: recording failed ({error.strerror or error})") from error

    def discard(self) -> None:
        """Ends the recording without a file. Does nothing after `finish`."""
        self._leave()
        with self._lock:
            if not self._finished:
                self._finished = True
                self._remove()

    def _leave(self) -> None:
        self._node.destroy_timer(self._timer)
        for subscription in self._subscriptions.values():
            self._node.destroy_subscription(subscription)

    def _remove(self) -> None:
        self._file.close()
        self._unfinished.unlink(missing_ok=True)

    def _look(self) -> None:
        """Topics come and go."""
        for topic, kinds in self._node.get_topic_names_and_types():
            if topic not in self._subscriptions and topic not in self.problems:
                try:
                    self._subscribe(topic, kinds)
                except (GraphError, ImportError, AttributeError, RuntimeError) as error:
                    self.problems[topic] = str(error)

    def _subscribe(self, topic: str, kinds: list[str]) -> None:
        publishers = self._node.get_publishers_info_by_topic(topic)
        if not publishers:
            return  # somebody only listens: what will be said, and how, is not known yet
        if len(kinds) > 1:
            raise GraphError(f"published as {', '.join(kinds)} at once")
        (kind,) = kinds
        package, _, name = kind.split("/")
        message_class = getattr(import_module(f"{package}.msg"), name)
        channel = self._channel(topic, kind)
        lasting = all(
            publisher.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL for publisher in publishers
        )
        qos = QoSProfile(
            depth=_DEPTH,
            reliability=ReliabilityPolicy.RELIABLE if lasting else ReliabilityPolicy.BEST_EFFORT,
            durability=DurabilityPolicy.TRANSIENT_LOCAL if lasting else DurabilityPolicy.VOLATILE,
        )
        self._subscriptions[topic] = self._node.create_subscription(
            message_class, topic, self._keep_in(channel), qos, raw=True
        )

    def _channel(self, topic: str, kind: str) -> int:
        with self._lock:
            if kind not in self._schemas:
                text = message_text(kind).encode()
                self._schemas[kind] = self._writer.register_schema(name=kind, encoding="ros2msg", data=text)
            channel: int = self._writer.register_channel(
                topic=topic, message_encoding="cdr", schema_id=self._schemas[kind]
            )
            return channel

    def _keep_in(self, channel: int) -> Callable[[bytes], None]:
        def keep(message: bytes) -> None:
            now = time.time_ns()
            with self._lock:
                if self._finished or self._failure is not None:
                    return
                try:
                    self._writer.add_message(
                        channel, log_time=now, data=message, publish_time=now, sequence=self.messages
                    )
                    self.messages += 1
                except OSError as error:
                    self._failure = error

        return keep
