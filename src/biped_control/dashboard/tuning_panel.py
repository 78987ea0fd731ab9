"""What can be changed while the robot walks, and what cannot."""

from viser import ViserServer

from biped_control.dashboard.controls import Controls, Setup, attempt
from biped_control.policies.factory import POLICIES

_HIGHEST_GAMMA = 0.1
_FIXED = "chosen at the start: biped walk {}:=..."


class TuningPanel:
    """Adds policy, gamma, terrain and engine to the page.

    Attributes:
        policy, gamma: take effect while the robot walks.
        terrain, engine: for show; a running simulator cannot change them.
    """

    def __init__(self, server: ViserServer, controls: Controls) -> None:
        gui = server.gui
        self.policy = gui.add_dropdown("policy", tuple(POLICIES))
        self.gamma = gui.add_slider(
            "gamma",
            0.0,
            _HIGHEST_GAMMA,
            0.001,
            0.01,
            hint="eq. 17: how freely torques adapt to the contacts of now",
        )
        self.terrain = gui.add_text("terrain", "", disabled=True, hint=_FIXED.format("terrain"))
        self.engine = gui.add_text("engine", "", disabled=True, hint=_FIXED.format("engine"))
        gui.add_html(
            '<div style="font-size:12px;opacity:.6;padding:0 1em .6em">Terrain and engine are '
            "chosen at the start: <code>biped walk terrain:=slope engine:=lcp</code></div>"
        )
        self._known = Setup()
        # What the program sets itself has no client.
        self.policy.on_update(
            lambda event: event.client and attempt(event, lambda: controls.change_policy(event.target.value))
        )
        self.gamma.on_update(
            lambda event: event.client and attempt(event, lambda: controls.change_gamma(event.target.value))
        )

    def show(self, setup: Setup) -> None:
        """Shows how the graph runs."""
        if setup.policy is not None:
            self.policy.value = setup.policy
        if setup.gamma is not None:
            self.gamma.max = max(self.gamma.max, setup.gamma)
            self.gamma.value = setup.gamma
        self.terrain.value = setup.terrain or "unknown"
        self.engine.value = setup.engine or "unknown"
