"""Draws the curve of a run."""

from __future__ import annotations

from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 56, 16, 24, 44


def svg(measured: list[dict[str, Any]], title: str) -> str:
    """A picture of the points that a run gains against its opponent, over the number of decisions that it has learned
    from. The confidence intervals are shown as a band."""
    points = [(m["decisions"] / 1e6, m["gain"], m["low"], m["high"]) for m in measured]
    end: float = max((p[0] for p in points), default=0.0) or 1.0
    low: float = min([0.0, *(p[2] for p in points)])
    high: float = max([1.0, *(p[3] for p in points)])

    def x(decisions: float) -> float:
        return LEFT + decisions / end * (WIDTH - LEFT - RIGHT)

    def y(gain: float) -> float:
        return TOP + (high - gain) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def path(pairs: list[tuple[float, float]]) -> str:
        return " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in pairs)

    lines = []
    step = _step((high - low) / 6)
    tick = -(-low // step) * step
    while tick <= high:
        at = f"{y(tick):.1f}"
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}" stroke="#ccc"/>')
        words = f"{tick:+g}".replace("-", "−") if tick else "0"
        lines.append(f'<text x="{LEFT - 6}" y="{at}" text-anchor="end" dominant-baseline="middle">{words}</text>')
        tick += step
    step = _step(end / 6)
    for place in range(int(end / step) + 1):
        at = f"{x(place * step):.1f}"
        lines.append(f'<text x="{at}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{place * step:g}</text>')
    band = [(p[0], p[3]) for p in points] + [(p[0], p[2]) for p in reversed(points)]
    shape = f'<polygon points="{path(band)}" fill="#2a6f4e" opacity="0.2"/>' if points else ""
    curve = f'<polyline points="{path([(p[0], p[1]) for p in points])}" fill="none" stroke="#2a6f4e" stroke-width="2"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{LEFT}" y="16">{title}</text>'
        + "".join(lines)
        + shape
        + (curve if points else "")
        + f'<text x="{(WIDTH + LEFT) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">millions of decisions</text></svg>\n'
    )


def _step(about: float) -> float:
    """A round number that is not less than ``about``."""
    steps = (factor * 10.0**power for power in range(-6, 12) for factor in (1, 2, 5))
    return next((step for step in steps if step >= about), 1e12)
