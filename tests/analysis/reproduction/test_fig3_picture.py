"""The picture: solid where the robot endures, broken where it falls."""

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.fig3_picture import fig3_figure

GAMMAS = (0.0, 0.001, 0.01, 0.1, 0.5)


def runs(policy: str, fall_from: float) -> list[Endured]:
    return [
        Endured(
            EnduranceTask(("walk",), 30.0, gamma, policy),
            gamma >= fall_from,
            5.0,
            99.0 if gamma >= fall_from else 0.1,
        )
        for gamma in GAMMAS
    ]


def test_lines() -> None:
    figure = fig3_figure({"(a) one": [*runs("nqr", 0.3), *runs("lqr", 0.05)], "(b) two": runs("nqr", 9.0)})
    one, two = figure.axes
    assert [panel.get_title() for panel in figure.axes] == ["(a) one", "(b) two"]
    for colour, solid_until in (("tab:blue", 0.1), ("tab:red", 0.01)):
        lines = [line for line in one.lines if line.get_color() == colour]
        broken, solid = ([line for line in lines if line.get_linestyle() == style] for style in ("--", "-"))
        assert [list(line.get_xdata()) for line in broken] == [list(GAMMAS[1:])]
        assert [list(line.get_xdata()) for line in solid] == [
            [gamma for gamma in GAMMAS[1:] if gamma <= solid_until]
        ]
        assert solid[0].get_zorder() >= broken[0].get_zorder()  # it covers the broken one
        stands, falls = (
            [line for line in lines if line.get_fillstyle() == style and line.get_marker() in "os"]
            for style in ("full", "none")
        )
        assert 0.0 < float(stands[0].get_xdata()[0]) < 0.001  # gamma 0 has its place, too
        assert list(stands[0].get_xdata()[1:]) == list(solid[0].get_xdata())
        assert max(falls[0].get_ydata()) <= one.get_ylim()[1]  # what is beyond the edge is seen at it
    assert not any(len(line.get_xdata()) for line in two.lines if line.get_color() == "tab:red")
    assert one.get_xscale() == one.get_yscale() == "log"


def test_panels() -> None:
    figure = fig3_figure({f"({letter})": runs("nqr", 0.3) for letter in "abcd"})
    assert len([panel for panel in figure.axes if panel.get_visible()]) == 4
    assert fig3_figure({"(a)": []}).axes[0].get_title() == "(a)"
