"""What can be changed while the robot walks, and what cannot."""

from typing import Any

from viser import GuiEvent, ViserServer

from biped_control.dashboard.controls import Controls, Setup, attempt, set_value
from biped_control.policies.factory import POLICIES
from biped_control.simulation.terrain import TERRAINS

_HIGHEST_GAMMA = 0.1


class TuningPanel:
    """Adds policy, gamma, terrain and engine to the page.

    Attributes:
        policy, gamma: take effect while the robot walks.
        terrain: takes effect with the next reset.
        engine, scenario: for show; a running simulator cannot change them.
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
        self.terrain = gui.add_dropdown("terrain", tuple(TERRAINS), hint="counts from the next reset")
        self.engine = gui.add_text("engine", "", disabled=True, hint="chosen at the start")
        self.scenario = gui.add_text("scenario", "", disabled=True, hint="chosen at the start")
        gui.add_html(
            '<div style="font-size:12px;opacity:.6;padding:0 1em .6em">Another terrain counts from the next '
            "Reset. Engine and scenario, which brings its ground along, are chosen at the start: "
            "<code>biped walk engine:=lcp scenario:=noise</code></div>"
        )
        self._controls = controls
        self.policy.on_update(self._on_policy)
        self.gamma.on_update(self._on_gamma)
        self.terrain.on_update(self._on_terrain)

    def show(self, setup: Setup) -> None:
        """Shows how the graph runs."""
        if setup.policy is not None:
            set_value(self.policy, setup.policy)
        if setup.gamma is not None:
            self.gamma.max = max(self.gamma.max, setup.gamma)
            set_value(self.gamma, setup.gamma)
        if setup.terrain is not None:
            set_value(self.terrain, setup.terrain)
        self.terrain.disabled = bool(setup.scenario)
        set_value(self.engine, setup.engine or "unknown")
        set_value(self.scenario, setup.scenario or "none")

    def _on_policy(self, event: GuiEvent[Any]) -> None:
        if event.client is not None:  # a person, not `show`
            attempt(event, lambda: self._controls.change_policy(str(self.policy.value)))

    def _on_gamma(self, event: GuiEvent[Any]) -> None:
        if event.client is not None:
            attempt(event, lambda: self._controls.change_gamma(float(self.gamma.value)))

    def _on_terrain(self, event: GuiEvent[Any]) -> None:
        if event.client is not None:
            attempt(event, lambda: self._controls.change_terrain(str(self.terrain.value)))
