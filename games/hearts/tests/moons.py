"""Counts how often the players of some records tried to shoot the moon, and how many points they gained by it.

    cardroom arena hearts --option to=1 --bots champion,expert-2026 --sets 60 --seed e27b --out games.jsonl
    python games/hearts/tests/moons.py games.jsonl

A hunt begins when one seat has taken 14 points or more, and the other seats have taken none. It succeeds if the seat
takes all 26 points. A lost hunt ends when another seat takes its first point. The gain of a deal for a seat is the mean
of the other seats' points minus the seat's own points, so a greater gain is better. The program fails if the points of
a deal do not follow from its tricks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import mean

RANKS = "23456789TJQKA"
HUNT = 14
ALL = 26


@dataclass
class Played:
    """The deals of the seats of one player."""

    hunts: list[float] = field(default_factory=list)
    """The gain of each deal with a hunt."""
    others: list[float] = field(default_factory=list)
    """The gain of each deal without a hunt."""
    moons: int = 0
    stopped: list[int] = field(default_factory=list)
    """For each lost hunt, the points that the seat had when the hunt ended."""


def worth(card: str) -> int:
    return 13 if card == "Qs" else int(card[1] == "h")


def taken(actions: Iterable[str]) -> Iterable[tuple[int, int]]:
    """Yields the seat that took each trick, and the points of the trick."""
    trick: list[tuple[int, str]] = []
    for action in actions:
        seat, verb, *cards = action.split(" ")
        if verb != "play":
            continue
        trick.append((int(seat), cards[0]))
        if len(trick) == 4:
            suit = trick[0][1][1]
            winner = max((one for one in trick if one[1][1] == suit), key=lambda one: RANKS.index(one[1][0]))[0]
            yield winner, sum(worth(card) for _, card in trick)
            trick = []


def read(lines: Iterable[str]) -> dict[str, Played]:
    """Returns the figures of all finished deals, by player."""
    players: dict[str, Played] = {}
    for line in lines:
        record = json.loads(line)
        if record["game"] != "hearts" or record["options"].get("moon") != "others":
            sys.exit("this reads records of Hearts in which the others pay for a moon")
        for deal in record["deals"]:
            if "points" not in deal:
                continue
            points, alone = [0] * 4, [0] * 4
            for winner, worth_of_it in taken(deal["actions"]):
                points[winner] += worth_of_it
                if points[winner] == sum(points):
                    alone[winner] = points[winner]
            paid = [0 if p == ALL else ALL for p in points] if ALL in points else points
            if paid != deal["points"]:
                sys.exit(f"the points of a deal are {deal['points']}; its tricks have {paid}")
            for seat, name in enumerate(record["names"]):
                player = players.setdefault(name, Played())
                gain = (sum(paid) - paid[seat]) / 3 - paid[seat]
                (player.hunts if alone[seat] >= HUNT else player.others).append(gain)
                player.moons += points[seat] == ALL
                if HUNT <= alone[seat] < ALL:
                    player.stopped.append(alone[seat])
    return players


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1]) as lines:
        players = read(lines)
    for name, player in players.items():
        deals = len(player.hunts) + len(player.others)
        late = sum(points >= 22 for points in player.stopped)
        print(
            f"{name}: {deals} deals, hunts {len(player.hunts) / deals:.1%}, of them moons {player.moons / max(1, len(player.hunts)):.0%}, "
            f"gain in hunts {mean(player.hunts or [0]):+.2f}, in the other deals {mean(player.others):+.2f}; "
            f"lost hunts {len(player.stopped)}, of them ended at 22 points or later {late}"
        )


if __name__ == "__main__":
    main()
