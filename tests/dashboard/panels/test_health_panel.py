"""The table of the nodes."""

from biped_control.dashboard.graph_health import Level, PartHealth
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.panels.health_panel import health_html

SICK = PartHealth("simulator", "safety", Level.ERROR, "<latched>", {"ticks of overspeed": '"5"'})


def test_all_that_is_said_is_shown_and_nothing_of_it_is_markup() -> None:
    html = health_html([SICK, PartHealth("dashboard", "ticks", Level.OK, "running", {})])
    assert "simulator: safety" in html
    assert "&lt;latched&gt;" in html
    assert 'title="ticks of overspeed: &quot;5&quot;"' in html
    assert html.index("#c92a2a") < html.index("#2f9e44"), "each in its colour"


def test_the_page_shows_it(page: DashboardPage) -> None:
    assert "nobody has said anything yet" in page.panel.health.content
    page.show_health([SICK])
    assert "simulator: safety" in page.panel.health.content
