"""The ladder: a policy against bots of known strength, on the same cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, SupportsIndex

from ._cardroom import CardroomError, __version__
from ._game import Game, OptionValue, load_game
from ._runs import Bot, arena

OPPONENTS = ("random", "beginner", "club", "expert")
"""The default opponents of a policy."""


class Rung(NamedTuple):
    """The result against one opponent, which played all other seats."""

    opponent: str
    """The name of the opponent. The name of a bot of this package includes its version, as in ``"expert@0.1.0"``."""
    gain: tuple[float, float, float]
    """The points that the policy gained in each deal, compared with the mean of the other seats: the estimate, and the
    ends of its 95 % interval."""
    wins: tuple[float, float, float]
    """The share of matches that the policy won."""
    matches: int
    deals: int


class Ladder(NamedTuple):
    """The results of :func:`ladder`. ``str()`` is a table in Markdown."""

    game: str
    """The game with the version of its numbers, as in ``"hearts-v1"``."""
    options: dict[str, Any]
    """All options of the game."""
    policy: str
    seed: str
    sets: int
    rungs: list[Rung]

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """The cells of the table: opponent, gain a deal, share of wins, matches, deals."""
        return [
            (
                rung.opponent,
                "{:+.2f} ({:+.2f} to {:+.2f})".format(*rung.gain),
                "{:.1%} ({:.1%} to {:.1%})".format(*rung.wins),
                str(rung.matches),
                str(rung.deals),
            )
            for rung in self.rungs
        ]

    @property
    def caption(self) -> str:
        """A sentence that says how the table was made."""
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return (
            f"{self.policy} in {self.game} ({options}), cardroom {__version__}: gain a deal on the mean of the other seats, "
            f"and share of matches won, with 95 % intervals; {self.sets} duplicate sets an opponent, seed {self.seed}."
        )

    def __str__(self) -> str:
        head = ("opponent", "gain a deal", "won", "matches", "deals")
        lines = [head, ("---",) * len(head), *self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines) + f"\n\n{self.caption}"

    def latex(self) -> str:
        """The table for LaTeX, with the package booktabs."""
        lines = [" & ".join(row).replace("%", r"\%").replace("_", r"\_").replace("-", "--") + r" \\" for row in self.rows]
        head = r"opponent & gain a deal & won & matches & deals \\"
        body = "\n".join([r"\begin{tabular}{lrrrr}", r"\toprule", head, r"\midrule", *lines, r"\bottomrule", r"\end{tabular}"])
        return body + "\n% " + self.caption

    @property
    def citation(self) -> str:
        """The reference for citations, in the format of BibTeX."""
        title = "cardroom: little-known card games with bots, a solver and environments for programs that learn"
        return f"@software{{cardroom,\n  author = {{The cardroom authors}},\n  title = {{{title}}},\n  version = {{{__version__}}}\n}}"


def _opponent(bot: str) -> tuple[str, str]:
    """The name by which the arena knows an opponent, and the name in the table."""
    if bot.startswith("cmd:"):
        return bot, bot
    name, _, version = bot.partition("@")
    if version.count(".") != 2:
        return bot, f"{bot}@{__version__}" if not version else bot
    if version != __version__:
        raise CardroomError(f"{bot} is of another version: install it beside, and name its command as cmd:…")
    return name, bot


def ladder(
    game: str | Game,
    policy: Bot,
    *,
    opponents: Sequence[str] = OPPONENTS,
    sets: SupportsIndex = 100,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    rows: bool = False,
    threads: SupportsIndex = 0,
    progress: Callable[[str, int], object] | None = None,
) -> Ladder:
    """Lets a policy play against bots of known strength, one after another, each on all other seats, on the same cards.

    ``policy``: a function or a name, as in :func:`arena`. ``opponents``: names of bots. ``"expert@0.1.0"`` is the
    expert of that version, which must be the version of this package; an older version and any other program play as
    ``"cmd:…"``. ``sets``: the number of sets against each opponent; in a set the same cards are played once with the
    policy on each seat. ``progress``: a function that is called with the opponent and the number of sets played.

    ``print(ladder(...))`` is a table to report, ``latex()`` is the same for a paper, and ``citation`` is the reference to cite.
    The same arguments give the same table on every machine. Raises what :func:`arena` raises.
    """
    if isinstance(game, str):
        game = load_game(game, options, seats)
    elif options is not None or seats is not None:
        raise CardroomError("a loaded game has its options and seats: name them in load_game")
    if game.seats == 1:
        raise CardroomError(f"{game.id} has no opponents: use simulate")
    known = [_opponent(bot) for bot in opponents]
    rungs: list[Rung] = []
    result: dict[str, Any] = {}
    for bot, shown in known:
        each = None if progress is None else lambda done, shown=shown: progress(shown, done)
        result = arena(game, [policy, bot], sets=sets, seed=seed, rows=rows, threads=threads, progress=each)
        own = result["entrants"][0]
        gain, wins = (own[key] or {} for key in ("gain_per_deal", "win_share"))
        rungs.append(Rung(shown, _interval(gain), _interval(wins), result["matches"], result["deals"]))
    if not rungs:
        raise CardroomError("opponents names no bot")
    name = f"{game.id}-v{game.version}"
    return Ladder(name, result["options"], result["lineup"][0], result["seed"], result["sets"], rungs)


def _interval(part: dict[str, float]) -> tuple[float, float, float]:
    nan = float("nan")
    return part.get("estimate", nan), part.get("low", nan), part.get("high", nan)
