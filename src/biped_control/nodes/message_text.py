"""The definition of a message type as recordings want it: its own text, then those of all types in it."""

import re
from pathlib import Path

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory

from biped_control.errors import GraphError

_RULE = "=" * 80
_BASIC = re.compile(r"(bool|byte|char|w?string|float(32|64)|u?int(8|16|32|64))")
_FIELD = re.compile(r"^\s*([A-Za-z][\w/]*)(?:<=\d+)?(?:\[[^\]]*\])?\s+\w+")


def message_text(kind: str) -> str:
    """Definition of a type such as `biped/msg/RobotState`, in the form `ros2msg` of MCAP files.

    Raises:
        GraphError: the text of the type, or of one in it, is not installed.
    """
    texts = {kind: _text_of(kind)}
    waiting = _kinds_in(kind, texts[kind])
    while waiting:
        inner = waiting.pop(0)
        if inner not in texts:
            texts[inner] = _text_of(inner)
            waiting += _kinds_in(inner, texts[inner])
    own = texts.pop(kind)
    return "\n".join([own, *(f"{_RULE}\nMSG: {_short(name)}\n{text}" for name, text in texts.items())])


def _text_of(kind: str) -> str:
    package, _, name = kind.split("/")
    try:
        return Path(get_package_share_directory(package), "msg", f"{name}.msg").read_text(encoding="utf-8")
    except (PackageNotFoundError, OSError) as error:
        raise GraphError(f"no definition of message type {kind} is installed ({error})") from error


def _kinds_in(kind: str, text: str) -> list[str]:
    found = []
    for line in text.splitlines():
        field = _FIELD.match(line.partition("#")[0])
        if field and not _BASIC.fullmatch(name := field.group(1)):
            parts = name.split("/")
            package = parts[0] if len(parts) > 1 else kind.split("/")[0]
            found.append(f"{package}/msg/{parts[-1]}")
    return found


def _short(kind: str) -> str:
    package, _, name = kind.split("/")
    return f"{package}/{name}"
