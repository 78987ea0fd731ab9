"""References edited while they are followed (Jain & Liu 2011, section 7.3)."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from biped_control.analysis.reproduction.jain_claim import JainClaim, all_fall, all_stay_up
from biped_control.analysis.reproduction.jain_table import FORMS, JainTable
from biped_control.analysis.reproduction.jain_task import LINEARIZED, JainPush, JainTask
from biped_control.robot.model import GRAVITY

_SLOPE_AT_S = 1.43  # the slope of the edit then begins where that of the ground does
_PUSH_AT_S = 2.0
_PHASES = 5
_BACK_N = (300.0, 400.0)
_BARBELL_N = -30.0 * GRAVITY / 2.0
_METHOD = """
Policy `modal` for {seconds:g} s; edits are asked for while it walks. The ground has the slope of the edit
from two metres on. "Strides" of the paper are taken to be steps, as its text has it; they, and other clips,
are gone over to within the time that a row says, from {phases} moments of the stride. How strong the push
backward was the paper does not say: two are tried, for 10 ticks, and steps are not adjusted. The barbell is
a load of half its weight on each forearm, from a second after the start on; the squat is the library's, and
the hands are not moved to the ground. Whether the paper's dynamics have the barbell is not said: here the
robot knows of its weight, or it does not. A squat without the barbell tells whether the window or the load
is what a robot falls by; in `dart` long windows are tried in the form that ships, too. The paper's motion
transition, from a jump that ends hanging on a bar to a swing, is made between other clips: a squat and a
swing, and gaits of other speeds.
"""


class JainEditsTable(JainTable):
    """See `table.Table`."""

    name = "jain-edits"
    title = "Modal-space control: edited references (Jain & Liu 2011, section 7.3)"

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(seconds=self.seconds, phases=_PHASES) + FORMS

    def _claims(self) -> Iterable[JainClaim]:
        for engine in self.engines:
            yield from self._claims_in(engine)

    def _claims_in(self, engine: str) -> Iterable[JainClaim]:
        def walk(*edits: str, slope: float = 0.0, push: JainPush | None = None) -> JainTask:
            return JainTask("walk", engine, self.seconds, edits=edits, slope_deg=slope, push=push)

        def from_moments(what: str, edit: str, over: float, paper: str = "walks") -> JainClaim:
            times = [1.0 + 0.2 * k for k in range(_PHASES)]
            tasks = [walk(f"{edit},over={over:g}s@{time:g}s") for time in times]
            return JainClaim(f"{what}, over {over:g} s, `{engine}`", paper, tasks, all_stay_up)

        for degrees in (3.0, -5.0):
            task = walk(f"slope={degrees:g}deg@{_SLOPE_AT_S}s", slope=degrees)
            yield _claim(f"slope of {degrees:+g} degrees", "walks", task)
        for over in (0.5, 2.0):
            yield from_moments("steps 10 cm longer", "stride=0.1m", over)
            yield from_moments("steps 15 cm shorter", "stride=-0.15m", over)
            faster = "stride=0.15m,tempo=1.1"
            yield from_moments("10 % faster, steps 15 cm longer", faster, over, "walks steadily")
        if self.quick:
            return
        blended = JainTask("squat", engine, self.seconds, edits=("clip=swing,over=0.5s@2s",))
        yield _claim("squat, then swing, over 0.5 s", "tracks both", blended)
        for clip in ("walk_slow", "walk_fast", "turn_left_60"):
            yield from_moments(f"walk, then '{clip}'", f"clip={clip}", 1.0, "-")
        slow, again = f"tempo=0.75,over=0.1s@{_PUSH_AT_S}s", f"tempo=1,over=0.1s@{_PUSH_AT_S + 1.0}s"
        for newtons in _BACK_N:
            back = JainPush(("torso",), (-newtons, 0.0, 0.0), _PUSH_AT_S, 10)
            what = f"strong push backward ({newtons:g} N)"
            yield _claim(what, "fails soon", walk(push=back), falls=True)
            yield _claim(f"{what}, then a quarter slower for 1 s", "recovers", walk(slow, again, push=back))
        yield from self._barbell(engine)

    def _barbell(self, engine: str) -> Iterable[JainClaim]:
        load = JainPush(("r_forearm", "l_forearm"), (0.0, 0.0, _BARBELL_N), 1.0, 100_000)
        forms = (False,) if engine == LINEARIZED else (False, True)
        for ships, window in product(forms, (12, 36)):
            form = f"window {window}{', about the reference' if ships else ''}"
            free = JainTask("squat", engine, self.seconds, window=window, about_reference=ships)
            paper = "topples forward" if window == 12 else "remains steady"
            for known in (True, False):
                what = f"squat with 30 kg, {'known' if known else 'unknown'}, {form}"
                yield _claim(what, paper, replace(free, push=load, knows_load=known), falls=window == 12)
            if window == 36:
                yield _claim(f"squat without the barbell, {form}", "-", free)


def _claim(what: str, paper: str, task: JainTask, falls: bool = False) -> JainClaim:
    return JainClaim(f"{what}, `{task.engine}`", paper, [task], all_fall if falls else all_stay_up)
