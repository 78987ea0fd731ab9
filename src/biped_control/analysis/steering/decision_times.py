"""How long a planner takes to decide."""

from math import pi
from time import thread_time

import numpy as np

from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.planner import Planner
from biped_control.steering.situation import Situation


def decision_seconds(planner: Planner, graph: MotionGraph, count: int, seed: int = 0) -> list[float]:
    """Processor time of each of `count` decisions in situations of all kinds [s].

    That is what the clock shows on an idle machine; on a busy one it counts what others compute meanwhile.
    """
    random, hubs = np.random.default_rng(seed), sorted(graph.hubs)
    seconds = []
    for _ in range(count):
        hub, wanted = (str(name) for name in random.choice(hubs, 2))
        heading, intended = random.uniform(-pi, pi, 2)
        intent = Intent(float(intended), graph.hubs[wanted])
        situation = Situation(hub, float(heading), float(random.exponential(0.2)), intent, wanted)
        started = thread_time()
        planner.choose(situation)
        seconds.append(thread_time() - started)
    return seconds
