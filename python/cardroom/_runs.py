"""Runs of many matches: the arena, simulations, the solver."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsFloat, SupportsIndex, TypedDict

from . import _cardroom
from ._cardroom import CAP, CardroomError
from ._game import _THREADS, Game, OptionValue, _hex, _number, _shown, load_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Rows(NamedTuple):
    """Legal actions, with a row of numbers for each. docs/bots/observations.md lists the channels of a row."""

    rows: NDArray[np.int8]
    """``int8[count, row_size]``: the row of each action."""
    actions: NDArray[np.int32]
    """``int32[count]``: the number of each action."""
    offsets: NDArray[np.int64]
    """``int64[n + 1]``: the rows of match or question i are ``offsets[i]`` to ``offsets[i + 1]``."""


class Questions(NamedTuple):
    """The questions that a policy is asked: many decisions at once, in the order of the matches."""

    observation: NDArray[np.int8]
    """``int8[n, observation_size]``: the observation of each seat that has to choose."""
    mask: NDArray[np.int8]
    """``int8[n, num_actions]``: 1 for each action that the seat may choose."""
    seat: NDArray[np.uint8]
    """``uint8[n]``: the seats that have to choose."""
    rows: Rows | None
    """The legal actions with their rows, if the run was called with ``rows=True``."""


Policy = Callable[[Questions], "NDArray[np.integer[Any]] | Sequence[int]"]
"""A function that answers questions with a number for each. The mask of the question must allow the number."""

Bot = str | Policy
"""A player: the name of a bot (:mod:`cardroom.bots`), or a :data:`Policy`."""


class Solved(TypedDict):
    """The result of solving a numbered deal."""

    deal: int
    won: int
    """1 if the deal can be won, 0 if it cannot, −1 if the beam was too narrow to decide this."""
    moves: int
    """The number of actions that win the deal; 0 if no win was found."""
    cards: int
    """The number of those actions that move a card."""
    width: int
    """The width of the beam that found the win; 0 if exhaustive search found it, or if there is none."""
    nodes: int
    """The number of positions that were examined."""
    ms: float
    """Milliseconds of wall time."""
    actions: list[str]
    """The actions that win, in the notation of records."""
    record: str | None
    """The record of the won deal; None if no win was found."""


def _named(bots: Sequence[Bot] | Bot) -> tuple[list[str], dict[str, Policy]]:
    """The names of the bots in a lineup, and the functions among the bots, by name."""
    if isinstance(bots, str) or callable(bots):
        bots = [bots]
    names: list[str] = []
    policies: dict[str, Policy] = {}
    taken = {"rule", *_cardroom.levels(), *(bot for bot in bots if isinstance(bot, str))}
    for bot in bots:
        if isinstance(bot, str):
            names.append(bot)
            continue
        if not callable(bot):
            raise CardroomError(f"a bot is a name or a function that answers questions, not {bot!r}")
        for name, known in policies.items():
            if known is bot:
                names.append(name)
                break
        else:
            plain = getattr(bot, "__name__", type(bot).__name__).strip("<>").replace(",", "_")
            name, copies = plain, 1
            while name in policies or name in taken:
                copies += 1
                name = f"{plain}-{copies}"
            policies[name] = bot
            names.append(name)
    return names, policies


def _wrapped(policies: Mapping[str, Policy], rows: bool) -> list[tuple[str, Callable[..., Any], bool]]:
    """The policies as functions for the compiled part. Their answers are checked and converted to ``int32``."""

    def wrap(name: str, policy: Policy) -> Callable[..., Any]:
        import numpy as np

        def ask(observation: Any, mask: Any, seat: Any, of: Any) -> Any:
            answer = np.asarray(policy(Questions(observation, mask, seat, None if of is None else Rows(*of))))
            if answer.shape != seat.shape:
                raise CardroomError(f"{name} answered with shape {answer.shape}; {seat.shape} is wanted")
            if answer.dtype.kind not in "iu":
                raise CardroomError(f"{name} answered with {answer.dtype}; whole numbers are wanted")
            # A number that is no action becomes −1, so that the conversion to ``int32`` cannot turn it into an action.
            # The compiled part checks all numbers against their masks.
            return np.where((answer >= 0) & (answer < mask.shape[1]), answer, -1).astype(np.int32)

        return ask

    return [(name, wrap(name, policy), rows) for name, policy in policies.items()]


def _request(game: str | Game, options: Mapping[str, OptionValue] | None, seats: SupportsIndex | None, **rest: Any) -> str:
    if isinstance(game, Game):
        if options is not None or seats is not None:
            raise CardroomError("a loaded game has its options and seats: name them in load_game")
    else:
        game = load_game(game, options, seats)
    rest.setdefault("numbered", None)
    rest.setdefault("budget", None)
    rest.setdefault("sprt", None)
    for name, most in (("count", 2**32), ("threads", _THREADS), ("cap", 2**31), ("clock_ms", 3_600_000)):
        rest[name] = _number(name, rest[name], 0, most)
    known = {"game": game.id, "options": dict(game.options), "seats": game.seats}
    return json.dumps({**known, **rest, "seed": _hex(rest["seed"])})


class Arena(NamedTuple):
    """A planned tournament, whose sets can be played in parts, on any machine."""

    request: str
    policies: dict[str, Policy]
    rows: bool
    sets: int

    def part(self, first: SupportsIndex, end: SupportsIndex, records: bool = False) -> tuple[bytes, list[str]]:
        """Plays the sets from ``first`` up to, but not including, ``end``. Returns their results, for :meth:`join`, and
        their records."""
        return _cardroom.arena_part(self.request, _wrapped(self.policies, self.rows), _part(first, end), records)

    def join(self, parts: Sequence[bytes]) -> dict[str, Any]:
        """The results of the tournament from the parts, which must be in the order of their sets. They are the same as
        those of :func:`arena`, except for ``time``, which is the sum of the times on the machines that played."""
        results: dict[str, Any] = json.loads(_cardroom.arena_join(self.request, _wrapped(self.policies, self.rows), list(parts)))
        return results


def plan_arena(
    game: str | Game,
    bots: Sequence[Bot] | Bot,
    *,
    sets: SupportsIndex = 100,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    budget: SupportsIndex | str | None = None,
    sprt: tuple[float, float] | None = None,
    sprt_measure: str = "gain",
    sprt_error: float = 0.05,
    rows: bool = False,
    threads: SupportsIndex = 0,
    cap: SupportsIndex = CAP,
    clock_ms: SupportsIndex = 2_000,
) -> Arena:
    """A tournament that is played in parts: see :class:`Arena`. The arguments are those of :func:`arena`."""
    names, policies = _named(bots)
    question = None if sprt is None else (sprt_measure, *_floats(*sprt, sprt_error))
    if budget is not None and not isinstance(budget, str):
        budget = str(_number("budget", budget, 1, 2**32 - 1))
    request = _request(
        game,
        options,
        seats,
        bots=names,
        count=sets,
        seed=seed,
        budget=budget,
        sprt=question,
        threads=threads,
        cap=cap,
        clock_ms=clock_ms,
    )
    return Arena(request, policies, bool(rows), int(sets))


def arena(
    game: str | Game,
    bots: Sequence[Bot] | Bot,
    *,
    sets: SupportsIndex = 100,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    budget: SupportsIndex | str | None = None,
    sprt: tuple[float, float] | None = None,
    sprt_measure: str = "gain",
    sprt_error: float = 0.05,
    rows: bool = False,
    threads: SupportsIndex = 0,
    cap: SupportsIndex = CAP,
    clock_ms: SupportsIndex = 2_000,
    records: list[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Lets bots play the same cards, each bot on every seat. Returns what ``cardroom arena --json`` writes, as a dict.

    ``bots``: the players of seats 0, 1, … before the seats rotate; the last one plays all further seats. A bot is a
    name (``"expert"``, ``"pimc@50ms"``, ``'cmd:python3 mybot.py'``) or a function that takes :class:`Questions` and
    returns a number for each. A set is one match seed, which is played once in every rotation. A seat with only one
    legal action is not asked. ``budget``: the simulations for each decision, or a time such as ``"50ms"``, for bots
    that search and have no budget of their own. ``sprt``: the hypotheses H0 and H1, on the points gained in each deal
    (``sprt_measure="gain"``) or on the share of matches won (``"wins"``); the tournament ends when the test accepts one
    of them. ``rows``: true if functions get the rows of actions. ``records``: a list to which a line is added for each
    match. ``progress``: a function that is called with the number of sets played.

    The result has ``lineup``, ``sets``, ``matches``, ``deals``, ``actions``, ``seed``, ``test``, ``time``, and ``entrants`` with
    ``bot``, ``wins``, ``win_share``, ``points_per_deal``, ``gain_per_deal``, ``variance_reduction``, ``marks``,
    ``simulations`` and ``rating`` of each bot. ``result["entrants"][i]["gain_per_deal"]`` has ``estimate``, ``low`` and
    ``high``: what a bot gains in each deal compared with the mean of the others, more is better, in points of the
    ``"value"`` of docs/bots/python-reference.md, with a 95 % interval whose clusters are the sets (docs/bots/arena.md). The same arguments give the same result on any number of threads, except for ``time``. Raises
    :class:`CardroomError` if an argument names something that does not exist, and any exception that a function raises.
    Source: crates/arena.
    """
    plan = plan_arena(
        game,
        bots,
        sets=sets,
        seed=seed,
        options=options,
        seats=seats,
        budget=budget,
        sprt=sprt,
        sprt_measure=sprt_measure,
        sprt_error=sprt_error,
        rows=rows,
        threads=threads,
        cap=cap,
        clock_ms=clock_ms,
    )
    named = _wrapped(plan.policies, rows)
    text, lines = _cardroom.arena(plan.request, named, records is not None, progress)
    if records is not None:
        records.extend(lines)
    results: dict[str, Any] = json.loads(text)
    return results


class Simulation(NamedTuple):
    """A planned simulation, whose matches can be played in parts, on any machine."""

    request: str
    policies: dict[str, Policy]
    rows: bool
    matches: int

    def part(self, first: SupportsIndex, end: SupportsIndex, records: bool = False) -> tuple[bytes, list[str]]:
        """Plays the matches from ``first`` up to, but not including, ``end``. Returns their results, for :meth:`join`,
        and their records."""
        return _cardroom.simulate_part(self.request, _wrapped(self.policies, self.rows), _part(first, end), records)

    def join(self, parts: Sequence[bytes]) -> dict[str, Any]:
        """The summary from the parts, which must be in the order of their matches. It is the same as that of
        :func:`simulate`."""
        named = _wrapped(self.policies, self.rows)
        summary: dict[str, Any] = json.loads(_cardroom.simulate_join(self.request, named, list(parts)))
        return summary


def plan_simulation(
    game: str | Game,
    bots: Sequence[Bot] | Bot = "rule",
    *,
    matches: SupportsIndex | None = None,
    numbered: tuple[SupportsIndex, SupportsIndex] | None = None,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    rows: bool = False,
    threads: SupportsIndex = 0,
    cap: SupportsIndex = CAP,
    clock_ms: SupportsIndex = 2_000,
) -> Simulation:
    """A simulation that is played in parts: see :class:`Simulation`. The arguments are those of :func:`simulate`."""
    if (matches is None) == (numbered is None):
        raise CardroomError("say how many matches, or the first and the last of numbered deals")
    numbered = None if numbered is None else _range(*numbered)
    count = matches if numbered is None else int(numbered[1]) - int(numbered[0]) + 1
    names, policies = _named(bots)
    request = _request(
        game,
        options,
        seats,
        bots=names,
        count=count,
        numbered=numbered,
        seed=seed,
        threads=threads,
        cap=cap,
        clock_ms=clock_ms,
    )
    return Simulation(request, policies, bool(rows), int(count or 0))


def simulate(
    game: str | Game,
    bots: Sequence[Bot] | Bot = "rule",
    *,
    matches: SupportsIndex | None = None,
    numbered: tuple[SupportsIndex, SupportsIndex] | None = None,
    seed: SupportsIndex | bytes | str = 0,
    options: Mapping[str, OptionValue] | None = None,
    seats: SupportsIndex | None = None,
    rows: bool = False,
    threads: SupportsIndex = 0,
    cap: SupportsIndex = CAP,
    clock_ms: SupportsIndex = 2_000,
    records: list[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Lets bots play matches. Returns what ``cardroom simulate --json`` writes, as a dict.

    ``bots``: as in :func:`arena`, but without rotation. ``matches``: the number of matches; or ``numbered``: the first
    and the last of numbered deals, for games of one seat. ``records``: a list to which a line is added for each match,
    the same lines as ``--out`` writes. ``cap``: the largest number of actions of a deal. At the cap a match is broken off, and a solitaire
    is given up. ``progress``: a function that
    is called with the number of matches played. The same arguments give the same summary on any number of threads.
    Raises :class:`CardroomError` if an argument names something that does not exist, and any exception that a function
    raises. Source: crates/arena/src/simulate.rs.
    """
    plan = plan_simulation(
        game,
        bots,
        matches=matches,
        numbered=numbered,
        seed=seed,
        options=options,
        seats=seats,
        rows=rows,
        threads=threads,
        cap=cap,
        clock_ms=clock_ms,
    )
    text, lines = _cardroom.simulate(plan.request, _wrapped(plan.policies, rows), records is not None, progress)
    if records is not None:
        records.extend(lines)
    summary: dict[str, Any] = json.loads(text)
    return summary


def _range(first: SupportsIndex, last: SupportsIndex) -> tuple[int, int]:
    """The first and the last number of a range of deals. Raises :class:`CardroomError` unless both are valid."""
    low = _number("the first deal", first, 0, 2**64 - 2)
    high = _number("the last deal", last, 0, 2**64 - 2)
    if low > high:
        raise CardroomError(f"numbered deals are a first and a last, the smaller first, not {low} and {high}")
    return low, high


def _part(first: SupportsIndex, end: SupportsIndex) -> tuple[int, int]:
    low = _number("first", first, 0, 2**32)
    return low, _number("end", end, low, 2**32)


def _floats(*values: float) -> tuple[float, ...]:
    if not all(isinstance(value, SupportsFloat) and math.isfinite(value) for value in values):
        raise CardroomError(f"sprt is H0 and H1, and sprt_error a share: numbers, not {_shown(values)}")
    return tuple(float(value) for value in values)


def solve_range(
    first: SupportsIndex,
    last: SupportsIndex,
    *,
    game: str = "rouge-et-noir",
    options: Mapping[str, OptionValue] | None = None,
    blind: bool = False,
    budget: SupportsIndex = 32_768,
    threads: SupportsIndex = 0,
    records: list[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> dict[str, NDArray[Any]]:
    """Solves the numbered deals from ``first`` to ``last``, both included. Returns NumPy columns with a number for each
    deal.

    ``deal`` uint64 · ``won`` int8: 1 if the deal can be won, 0 if it cannot, −1 if the beam was too narrow to decide
    this · ``moves`` uint32: the number of actions that win it · ``cards`` uint32: the number of those actions that move
    a card · ``width`` uint64: the width of the beam that found the win · ``nodes`` uint64: the number of positions that
    were examined · ``ms`` float64: milliseconds of wall time, the only column that differs between runs. ``blind``:
    true for a player who does not see the stock. ``budget``: the width of the widest beam. ``records``: a list to which
    the records of won deals are added. Raises :class:`CardroomError` if there is no such solitaire or option. Source:
    crates/search/src/solve, docs/bots/rouge-et-noir.md.
    """
    columns, lines, _ = _solve(first, last, game, options, blind, budget, threads, progress)
    if records is not None:
        records.extend(line for line in lines if line is not None)
    return columns


def solve(
    deal: SupportsIndex,
    *,
    game: str = "rouge-et-noir",
    options: Mapping[str, OptionValue] | None = None,
    blind: bool = False,
    budget: SupportsIndex = 32_768,
) -> Solved:
    """Solves a numbered deal. The arguments are those of :func:`solve_range`."""
    columns, records, actions = _solve(deal, deal, game, options, blind, budget, 1, None)
    solved: Any = {name: column[0].item() for name, column in columns.items()}
    solved |= {"actions": actions[0], "record": records[0]}
    told: Solved = solved
    return told


def _solve(
    first: SupportsIndex,
    last: SupportsIndex,
    game: str,
    options: Mapping[str, OptionValue] | None,
    blind: bool,
    budget: SupportsIndex,
    threads: SupportsIndex,
    progress: Callable[[int], object] | None,
) -> tuple[dict[str, NDArray[Any]], list[str | None], list[list[str]]]:
    deals = _range(first, last)
    width, threads = _number("budget", budget, 1, 2**22), _number("threads", threads, 0, _THREADS)
    loaded = load_game(game, options)
    request = json.dumps(dict(loaded.options))
    return _cardroom.solve(loaded.id, request, deals, bool(blind), width, threads, progress)
