"""The papers' own time stepping: one semi-implicit step and one complementarity problem a tick (eq. 16).

Two ways to advance. `step(torques)` holds given torques, like every engine. `step_adapted(controls)` takes
over the contact solution that contact adaptation has already found with its torque law inside: the paper's
shortcut (section 4.3), one problem a tick instead of two.

The two differ in what may touch. `step` looks as far as a toe may come down in a tick (10 cm at 120 Hz), as
engine `modal` does; the adaptation no farther than `contact_distance_m` of `config/control.yaml`, 1 cm. A toe
that comes down faster than that goes into the ground for a tick under `step_adapted`.
"""

from biped_control.complementarity.contacts import ContactSolution, solve_contacts
from biped_control.contact.adaptation import AdaptedControls
from biped_control.contact.constraints import Constraints
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engine_input import finite_numbers
from biped_control.simulation.one_problem_engine import OneProblemEngine


class LcpSimulator(OneProblemEngine):
    """Semi-implicit Euler; what the controller believes reaches the plant only through `step_adapted`."""

    name = "lcp"

    def step(self, torques: FloatArray) -> Observation:
        """See `Simulator.step`."""
        torques = finite_numbers(self.name, "torques", torques, self._robot.nu)
        q, v = self._state.q, self._state.v
        computed = self._terms.compute(q, v)
        constraints = self._finder.find(self._terms, q, v, self._ground_at)
        applied = -computed.bias + self._pushing_force()
        applied[ROOT_DOF:] += torques
        free = v + self._dt * (computed.mass_inverse @ applied)
        response = computed.mass_inverse @ constraints.jacobian.T
        solution = solve_contacts(
            constraints.jacobian @ response,
            constraints.jacobian @ free + constraints.shift,
            constraints.contacts,
            self._settings.friction,
        )
        return self._advance(free + response @ solution.impulses, constraints, solution)

    def step_adapted(self, controls: AdaptedControls) -> Observation:
        """Advances with the solution that contact adaptation found at this very state.

        Only while the ground is what the controller believes (flat) and nothing pushes; otherwise the
        torques are held as by `step`.
        """
        if self._pushes or self._ground_at is not None:
            return self.step(controls.torques)
        return self._advance(controls.next_velocity, controls.constraints, controls.solution)

    def _advance(
        self, velocity: FloatArray, constraints: Constraints, solution: ContactSolution
    ) -> Observation:
        state = State(self._state.q + self._dt * velocity, velocity)
        return self._come_to(state, constraints, solution)
