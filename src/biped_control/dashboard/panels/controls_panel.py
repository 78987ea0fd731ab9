"""All controls of the page: the simulation's, and a tab each for steering, pushing, tuning and the view."""

from viser import ViserServer

from biped_control.dashboard.controls import Controls
from biped_control.dashboard.panels.edit_panel import EditPanel
from biped_control.dashboard.panels.health_panel import HealthPanel
from biped_control.dashboard.panels.push_panel import PushPanel
from biped_control.dashboard.panels.simulation_panel import SimulationPanel
from biped_control.dashboard.panels.steering_panel import SteeringPanel
from biped_control.dashboard.panels.tuning_panel import TuningPanel
from biped_control.steering.operator.screen_joystick import ScreenJoystick


class ControlsPanel:
    """Adds the controls to the page.

    Attributes:
        simulation, steering, pushing, editing, tuning, health: what is in the tabs.
        follow, ghost, arrows, prints, dial, plots: what the person wants to see.
    """

    def __init__(
        self,
        server: ViserServer,
        controls: Controls,
        stick: ScreenJoystick,
        bodies: tuple[str, ...],
        clips: tuple[str, ...],
    ) -> None:
        """
        Args:
            server: of the page.
            controls: what the buttons do.
            stick: gets what the person wants the robot to do.
            bodies: that can be pushed.
            clips: that may be asked for.
        """
        gui = server.gui
        self.simulation = SimulationPanel(server, controls)
        tabs = gui.add_tab_group()
        with tabs.add_tab("Steer"):
            self.steering = SteeringPanel(server, stick, controls, clips)
        with tabs.add_tab("Push"):
            self.pushing = PushPanel(server, controls, bodies)
        with tabs.add_tab("Edit"):
            self.editing = EditPanel(server, controls, clips)
        with tabs.add_tab("Tune"):
            self.tuning = TuningPanel(server, controls)
        with tabs.add_tab("Health"):
            self.health = HealthPanel(server)
        with tabs.add_tab("View"):
            self.follow = gui.add_checkbox("follow the robot", True)
            self.ghost = gui.add_checkbox("reference as a ghost", True)
            self.arrows = gui.add_checkbox("ground forces", True)
            self.prints = gui.add_checkbox("footprints", True)
            self.dial = gui.add_checkbox("heading dial", True)
            self.plots = gui.add_checkbox("plots", True)
