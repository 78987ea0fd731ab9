"""The motion that is followed, edited while the robot walks."""

from collections.abc import Sequence
from typing import Any

from viser import Icon, ViserServer

from biped_control.dashboard.controls import Controls, attempt

_NOTE = '<div style="font-size:12px;opacity:.65;padding:0 1em .4em">{}</div>'
_HOW = (
    "For policy <code>modal</code>, which plans along what it is shown. The slope begins half a metre ahead "
    "and stays until the next; the ground of the simulation is another matter. Another clip takes over "
    "as soon as it fits, with the steps of before at first."
)
_SAME = "as before"


class EditPanel:
    """Adds sliders for an edit to the page, and a button that asks for all they say.

    Whoever else edits, and a reset, move no sliders; so the button asks for everything each time.

    Attributes:
        clip: to go over to.
        sliders: by name in the text of an edit.
        over: how long it takes to go over to it.
        apply: asks for it.
        note: what the last edit came to.
    """

    def __init__(self, server: ViserServer, controls: Controls, clips: Sequence[str]) -> None:
        """
        Args:
            server: of the page.
            controls: can edit the reference.
            clips: that may be gone over to.
        """
        gui = server.gui
        self._controls = controls
        self.clip: Any = gui.add_dropdown("clip", (_SAME, *clips), hint="to go over to")
        self.sliders: dict[str, Any] = {
            "slope": gui.add_slider("slope [deg]", -8.0, 8.0, 0.5, 0.0, hint="of the ground ahead, uphill"),
            "stride": gui.add_slider("step length [m]", -0.3, 0.2, 0.01, 0.0, hint="more than in the clip"),
            "height": gui.add_slider("step height [m]", 0.0, 0.1, 0.01, 0.0, hint="more than in the clip"),
            "hands": gui.add_slider("hands [m]", -0.2, 0.2, 0.01, 0.0, hint="higher than in the clip"),
            "tempo": gui.add_slider("tempo", 0.75, 1.25, 0.05, 1.0),
        }
        self.over = gui.add_slider("over [s]", 0.1, 5.0, 0.1, 1.0, hint="how long it takes to go over to it")
        self.apply = gui.add_button("Edit", icon=Icon.WALK)
        self.note = gui.add_html(_NOTE.format(_HOW))
        self.apply.on_click(lambda event: attempt(event, self._ask))

    def text(self) -> str:
        """The edit that the sliders describe."""
        values = {name: float(slider.value) for name, slider in [*self.sliders.items(), ("over", self.over)]}
        words = [f"{name}={value:g}" for name, value in values.items()]
        clip = str(self.clip.value)
        return ",".join(words if clip == _SAME else [f"clip={clip}", *words])

    def _ask(self) -> None:
        self.note.content = _NOTE.format(self._controls.edit(self.text()))
        self.clip.value = _SAME  # once is enough
