"""How the nodes are, as a table on the page."""

from collections.abc import Sequence
from html import escape

from viser import ViserServer

from biped_control.dashboard.graph_health import Level, PartHealth

_COLOURS = {Level.OK: "#2f9e44", Level.WARNING: "#f08c00", Level.ERROR: "#c92a2a", Level.STALE: "#868e96"}
_ROW = (
    '<div style="padding:2px 0" title="{title}"><span style="color:{colour}">&#9679;</span> {name}'
    '<div style="opacity:.65;padding-left:1.1em">{text}</div></div>'
)
_WAITING = "nobody has said anything yet"


class HealthPanel:
    """Adds the table to the page."""

    def __init__(self, server: ViserServer) -> None:
        self._html = server.gui.add_html(health_html(()))

    @property
    def content(self) -> str:
        """What it shows now."""
        return str(self._html.content)

    def show(self, parts: Sequence[PartHealth]) -> None:
        """Shows how all parts are."""
        content = health_html(parts)
        if content != self._html.content:
            self._html.content = content


def health_html(parts: Sequence[PartHealth]) -> str:
    """A line a part, with its counts and times under the mouse."""
    rows = [
        _ROW.format(
            title=escape("\n".join(f"{key}: {value}" for key, value in part.values.items()), quote=True),
            colour=_COLOURS[part.level],
            name=escape(f"{part.node}: {part.part}"),
            text=escape(part.text),
        )
        for part in parts
    ]
    return f'<div style="font-size:12px;padding:0 1em .6em">{"".join(rows) or _WAITING}</div>'
