"""What the ticks of a walk leave to the garbage collector, counted where no other thread runs."""

import gc

from biped_control.analysis.assembly import assemble
from biped_control.analysis.run_record import RunRecord
from biped_control.contact.adaptation import ContactAdaptation
from biped_control.nodes.control_messages import predicted_controls_from, predicted_controls_message
from biped_control.nodes.message_fields import time_of_tick
from biped_control.nodes.reference_messages import PlannedTick, planned_tick_from, reference_message
from biped_control.nodes.robot_state_messages import robot_state_message, state_from
from biped_control.robot.damping import JointDamping
from biped_control.robot.mirror import Mirror
from biped_control.safety.safety_limits import SafetyLimits
from biped_control.safety.supervisor import Supervisor
from biped_control.settings import load_settings
from biped_control.steering.clip_player import ClipPlayer

WINDOW = 140  # ticks, more than a cycle of the walk


def unreachable_after(engine_name: str) -> int:
    """How many objects only the collector can free after a cycle of the walk."""
    parts = assemble("walk", load_settings())
    robot, dt = parts.robot, parts.settings.dt
    engine = parts.engine(engine_name, report_contacts=True)
    mirror = Mirror.of(robot)
    player, policy = ClipPlayer(parts.clips, parts.first), parts.policy("nqr")
    adaptation = ContactAdaptation(robot, parts.adaptation, parts.settings)
    supervisor = Supervisor(SafetyLimits.of(robot, dt), JointDamping(robot, dt))
    observation = engine.reset(player.clip.state(0))
    record = RunRecord(parts.robot, parts.look_ahead, dt, observation.state)

    def tick(number: int) -> None:
        nonlocal observation
        stamp = time_of_tick(number, parts.settings.rate_hz)
        state = state_from(robot_state_message(number, parts.settings.rate_hz, observation), robot.nu)
        planned = PlannedTick(player.reference(), player.clip.steps, player.clip_count)
        reference = planned_tick_from(reference_message(number, stamp, planned), mirror).reference
        message = predicted_controls_message(number, stamp, policy.predict(state, reference), 0.0)
        torques = adaptation.adapt(state, predicted_controls_from(message, robot.nu)).torques
        supervisor.brake(state)
        torques = supervisor.judge(state, torques).torques
        observation = engine.step(torques)
        record.add_reference(number, reference)
        record.add_tick(number, torques, observation.state)
        player.advance()

    warm = 200  # more than a cycle: compiling a kernel for the first time leaves garbage
    for number in range(warm):
        tick(number)
    gc.collect()
    gc.disable()
    try:
        for number in range(warm, warm + WINDOW):
            tick(number)
        left = gc.collect()
    finally:
        gc.enable()
        engine.close()
    assert not record.fell
    return left
