"""Pictures and page."""

import re
from pathlib import Path
from typing import Any

import numpy as np

from biped_control.analysis.sweep.conditions import conditions_of
from biped_control.analysis.sweep.page import page, write_page
from biped_control.analysis.sweep.pictures import cost_figure, survival_figure, write_pictures


def rows(row: Any) -> list[dict[str, Any]]:
    return [
        row(scenario=scenario, policy=policy, gamma=gamma, seed=seed, fell=policy == "lqr" and seed > 1)
        for seed in (1, 2, 3, 4)
        for scenario in ("none", "<b>.yaml")
        for policy in ("nqr", "lqr")
        for gamma in (0.0, 0.01)
    ]


def test_a_panel_a_scenario_and_a_line_a_policy(row: Any) -> None:
    figure = survival_figure(conditions_of(rows(row)))
    panels = [panel for panel in figure.axes if panel.get_visible()]
    assert [panel.get_title() for panel in panels] == ["walk, lcp, none", "walk, lcp, <b>.yaml"]
    lines = [line for line in panels[0].lines if line.get_linestyle() != "None"]
    np.testing.assert_array_equal([line.get_ydata() for line in lines], [[100.0, 100.0], [25.0, 25.0]])
    np.testing.assert_array_equal(lines[0].get_xdata(), [0.0, 0.01])


def test_cost_is_hollow_where_some_fell(row: Any) -> None:
    panel = cost_figure(conditions_of(rows(row))).axes[0]
    marks = {line.get_color(): line.get_fillstyle() for line in panel.lines if line.get_linestyle() == "None"}
    assert sorted(marks.values()) == ["full", "none"]


def test_costs_are_plain_numbers(row: Any) -> None:
    figure = cost_figure(conditions_of([row(gamma=0.002, mean_cost=0.07), row(gamma=0.02, mean_cost=0.03)]))
    figure.draw_without_rendering()
    (panel,) = figure.axes
    labels = [label.get_text() for label in panel.get_yticklabels(minor=True)]
    assert {"0.04", "0.05", "0.06"} <= set(labels)
    wide = cost_figure(conditions_of([row(gamma=0.002, mean_cost=7.0), row(gamma=0.02, mean_cost=0.03)]))
    wide.draw_without_rendering()
    assert not any(label.get_text() for label in wide.axes[0].get_yticklabels(minor=True))
    assert {"0.1", "1"} <= {label.get_text() for label in wide.axes[0].get_yticklabels()}


def test_page_stands_alone(row: Any, tmp_path: Path) -> None:
    conditions = conditions_of(rows(row))
    pictures = write_pictures(conditions, tmp_path)
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures.values())
    write_page(tmp_path / "report.html", conditions, pictures, "biped sweep --seed 1:4", {"biped": "0.1.0"})
    text = (tmp_path / "report.html").read_text()
    assert text.count("data:image/png;base64,") == 2
    assert re.findall(r"""(?:src|href)=["']?(.{5})""", text) == ["data:", "data:"]
    assert "http" not in text
    assert "biped sweep --seed 1:4" in text
    assert "<b>" not in text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cost.png", "report.html", "survival.png"]


def test_table_of_survival(row: Any) -> None:
    text = page(conditions_of(rows(row)), {}, "biped sweep", {})
    (line,) = re.findall(r"<tr><th>none</th>.*?</tr>", text)
    nqr, lqr = re.findall(r"<td.*?</td>", line)
    assert "100 % (4 of 4)" in nqr
    assert "in all 8 of 8" in nqr
    assert "25 % (1 of 4)" in lqr
    assert "in all 2 of 8" in lqr
