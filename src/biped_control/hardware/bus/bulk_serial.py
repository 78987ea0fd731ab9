"""A serial port that reads and writes in bulk, for a reader and a writer that handle bytes one by one."""

from typing import Protocol

_NOISE = bytes(range(0x80, 0x100))  # slcan is ASCII; python-can never gets over a byte that is not


class SerialPort(Protocol):
    """What python-can's slcan bus uses of a pyserial port."""

    write_timeout: float | None

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""

    def read(self, size: int) -> bytes:
        """Up to `size` bytes; fewer after the port's own timeout."""

    def write(self, data: bytes) -> int | None:
        """Writes; says how many bytes."""

    def flush(self) -> None:
        """Waits until everything is written."""

    def reset_input_buffer(self) -> None:
        """Forgets what has not been read."""

    def fileno(self) -> int:
        """The file descriptor."""

    def close(self) -> None:
        """Closes it."""


class BulkSerial:
    """Stands in front of a serial port: reads what there is, and keeps what is written until `push`."""

    def __init__(self, port: SerialPort) -> None:
        self._port = port
        self.write_timeout: float | None = None
        self._read = b""
        self._place = 0
        self._written = bytearray()

    @property
    def in_waiting(self) -> int:
        """Bytes at hand without a system call; the rest is fetched when they are used up."""
        return len(self._read) - self._place

    def read(self, size: int = 1) -> bytes:
        """Up to `size` bytes; waits as long as the port does if there is none."""
        if self._place == len(self._read):
            arrived = self._port.read(max(1, self._port.in_waiting))
            self._read, self._place = arrived.translate(None, _NOISE), 0
        chunk = self._read[self._place : self._place + size]
        self._place += len(chunk)
        return chunk

    def write(self, data: bytes) -> int:
        """Keeps bytes for the next `push`."""
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Nothing: `push` writes."""

    def push(self) -> None:
        """Writes what has been kept."""
        waiting, self._written = self._written, bytearray()
        self._port.write(bytes(waiting))

    def reset_input_buffer(self) -> None:
        """Forgets what has not been read."""
        self._read, self._place = b"", 0
        self._port.reset_input_buffer()

    def fileno(self) -> int:
        """The port's file descriptor."""
        return self._port.fileno()

    def close(self) -> None:
        """Writes what is left and closes the port."""
        self.push()
        self._port.close()
