"""All of a sweep as one HTML page that needs nothing else: pictures and style are inside."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from biped_control.analysis.sweep.conditions import Condition, best
from biped_control.atomic_write import atomic_write

_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .3rem .8rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
td.number { text-align: right; font-variant-numeric: tabular-nums }
small { color: #555; display: block }
img { max-width: 100% }
pre { background: #f4f4f4; padding: .8rem; white-space: pre-wrap; overflow-wrap: anywhere }
"""
_NUMBERS = ("gamma", "did not fall", "share", "time [s]", "cost (eq. 18)", "torque [N m]", "unsolved")


def write_page(
    path: Path,
    conditions: Sequence[Condition],
    pictures: Mapping[str, Path],
    command: str,
    facts: Mapping[str, object],
) -> None:
    """Writes the page.

    Args:
        path: the file, in an existing folder.
        conditions: one or more.
        pictures: PNG files by what they show.
        command: what makes these results again.
        facts: versions, machine and the like, for people.
    """
    with atomic_write(path) as unfinished:
        unfinished.write_text(page(conditions, pictures, command, facts), encoding="utf-8")


def page(
    conditions: Sequence[Condition],
    pictures: Mapping[str, Path],
    command: str,
    facts: Mapping[str, object],
) -> str:
    """The HTML; see `write_page`."""
    rollouts = sum(condition.rollouts for condition in conditions)
    survived = sum(condition.survived for condition in conditions)
    images = [
        f'<h2>{escape(what.capitalize())} over gamma</h2><img alt="{escape(what)} over gamma" '
        f'src="data:image/png;base64,{b64encode(file.read_bytes()).decode()}">'
        for what, file in pictures.items()
    ]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>biped sweep</title>',
            f"<style>{_STYLE}</style><h1>Sweep of {rollouts} rollouts</h1>",
            f"<p>{survived} of {rollouts} did not fall.</p>",
            "<h2>Which policy survives what</h2><p>At the gamma where most survive; below, all gammas.</p>",
            _survival(conditions),
            *images,
            "<p>Cost is that of eq. 18, averaged over the seeds; of a robot that falls, until then.</p>",
            "<h2>All conditions</h2>",
            _details(conditions),
            f"<h2>How to reproduce</h2><pre>{escape(command)}</pre>",
            _rows([(escape(name), escape(str(value))) for name, value in facts.items()]),
            "<p>The same seeds give the same walks, bit for bit (column <code>state_digest</code> of "
            "<code>results.parquet</code>), on one kind of processor with these versions.</p></html>\n",
        ]
    )


def _survival(conditions: Sequence[Condition]) -> str:
    """Scenarios down, policies across; of several clips and engines each has its columns."""
    columns = list(dict.fromkeys((c.clip, c.engine, c.policy) for c in conditions))
    head = "".join(f"<th>{escape(c)}, {escape(e)}<br>{escape(p.upper())}</th>" for c, e, p in columns)
    lines = []
    for scenario in dict.fromkeys(condition.scenario for condition in conditions):
        cells = [
            _cell(
                [c for c in conditions if (c.clip, c.engine, c.policy) == column and c.scenario == scenario]
            )
            for column in columns
        ]
        lines.append(f"<tr><th>{escape(scenario)}</th>{''.join(cells)}</tr>")
    return f"<table><tr><th>scenario</th>{head}</tr>{''.join(lines)}</table>"


def _cell(conditions: Sequence[Condition]) -> str:
    if not conditions:
        return "<td>-</td>"
    top = best(conditions)
    survived, rollouts = sum(c.survived for c in conditions), sum(c.rollouts for c in conditions)
    colour = f"hsl({120.0 * top.survival:.0f} 60% 88%)"  # red to green; the number says the same
    return (
        f'<td style="background: {colour}">{100.0 * top.survival:.0f} % ({top.survived} of {top.rollouts})'
        f"<small>gamma {top.gamma:g}; in all {survived} of {rollouts}</small></td>"
    )


def _details(conditions: Sequence[Condition]) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("clip", "engine", "scenario", "policy", *_NUMBERS))
    lines = []
    for c in conditions:
        names = "".join(f"<td>{escape(text)}</td>" for text in (c.clip, c.engine, c.scenario, c.policy))
        numbers = (
            f"{c.gamma:g}",
            f"{c.survived} of {c.rollouts}",
            f"{100.0 * c.survival:.0f} %",
            f"{c.mean_survived_s:.2f}",
            f"{c.mean_cost:.4g}",
            f"{c.max_torque_nm:.0f}",
            str(c.lcp_failures),
        )
        lines.append(f"<tr>{names}{''.join(f'<td class=number>{text}</td>' for text in numbers)}</tr>")
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def _rows(pairs: Iterable[tuple[str, str]]) -> str:
    return f"<table>{''.join(f'<tr><th>{name}</th><td>{value}</td></tr>' for name, value in pairs)}</table>"
