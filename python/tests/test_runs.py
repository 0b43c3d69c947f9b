"""The arena, simulations, the solver, the command line."""

import json
import subprocess
import sys
import threading
import time

import cardroom
import cardroom.vector
import numpy as np
import pytest
from cardroom import bots

SHORT = {name: cardroom.load_game(name).shortest_options for name in cardroom.games() if cardroom.load_game(name).max_seats > 1}


def first(questions: cardroom.Questions) -> np.ndarray:
    """The first legal action."""
    return questions.mask.argmax(axis=1)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "cardroom", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", list(SHORT))
def test_a_function_meets_a_bot_in_the_arena(name: str) -> None:
    asked = []

    def policy(questions: cardroom.Questions) -> np.ndarray:
        count = len(questions.seat)
        asked.append(count)
        assert questions.observation.shape == (count, game.observation_size)
        assert questions.mask.shape == (count, game.num_actions) and questions.rows is None
        assert (questions.mask.sum(axis=1) > 1).all(), "who has one action is not asked"
        return first(questions)

    game = cardroom.load_game(name, SHORT[name])
    results = [cardroom.arena(game, [policy, "rule"], sets=6, seed=3, threads=threads) for threads in (1, 2)]
    for result in results:
        del result["time"]
    assert results[0] == results[1]
    assert [entrant["bot"] for entrant in results[0]["entrants"]] == ["policy", "rule"]
    interval = results[0]["entrants"][0]["gain_per_deal"]
    assert interval["low"] < interval["estimate"] < interval["high"]
    assert max(asked) > 6, "matches are asked together"


def test_the_arena_is_that_of_the_command_line() -> None:
    words = "arena schwarze-dame --bots rule,random --sets 4 --seed 7 --option deals=1 --json -".split()
    told = json.loads(command(*words).stdout)
    records: list[str] = []
    here = cardroom.arena("schwarze-dame", ["rule", "random"], sets=4, seed=7, options={"deals": 1}, records=records)
    del told["time"], here["time"]
    assert told == here and len(records) == 16


def test_a_rule_player_in_python_is_one_in_rust() -> None:
    """A function in Python can choose as the rule player does, by the rows of the actions."""
    game = cardroom.load_game("schwarze-dame", {"deals": 1})
    rows = cardroom.load_game("schwarze-dame").row_channels
    costs = next(channel for channel in rows if channel.name == "costs").slice

    def cheapest(questions: cardroom.Questions) -> list[int]:
        assert questions.rows is not None
        answers = []
        for place in range(len(questions.seat)):
            own = slice(questions.rows.offsets[place], questions.rows.offsets[place + 1])
            actions, cost = questions.rows.actions[own], questions.rows.rows[own, costs].ravel()
            assert (questions.mask[place, actions] == 1).all()
            answers.append(int(actions[cost.argmin()]))
        return answers

    result = cardroom.arena(game, [cheapest, "random"], sets=10, rows=True)
    assert result["entrants"][0]["bot"] == "cheapest"
    assert result["entrants"][0]["rating"] is not None


def test_two_functions_of_one_name_are_two_bots() -> None:
    def make(best: bool):  # type: ignore[no-untyped-def]
        def player(questions: cardroom.Questions) -> np.ndarray:
            return first(questions) if best else questions.mask.shape[1] - 1 - questions.mask[:, ::-1].argmax(axis=1)

        return player

    one, other = make(True), make(False)
    result = cardroom.arena("hearts", [one, other, one, "rule"], sets=2, options={"to": 10})
    assert result["lineup"] == ["player", "player-2", "player", "rule"]


def test_a_function_that_is_called_as_a_bot_beside_it_is_another_bot() -> None:
    def net(questions: cardroom.Questions) -> np.ndarray:
        return first(questions)

    result = cardroom.arena("schwarze-dame", [net, "net"], sets=2, options={"deals": 1})
    assert result["lineup"] == ["net-2", "net", "net", "net"]
    assert result["entrants"][0]["gain_per_deal"]["estimate"] != 0


def test_a_test_ends_a_tournament() -> None:
    result = cardroom.arena("schwarze-dame", ["rule", "random"], sets=500, options={"deals": 1}, sprt=(0, 5))
    assert result["test"]["verdict"] == "high" and result["sets"] < 500


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda q: q.mask.argmin(axis=1), "not allowed by its mask"),
        (lambda q: np.zeros(len(q.seat) + 1, int), r"shape \(\d+,\); \(\d+,\) is wanted"),
        (lambda q: np.zeros(len(q.seat)), "whole numbers are wanted"),
    ],
)
def test_a_wrong_answer_says_what_is_wrong(answer, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(cardroom.CardroomError, match=words):
        cardroom.arena("schwarze-dame", [answer, "rule"], sets=2)


def test_what_a_function_raises_comes_out() -> None:
    def broken(_: cardroom.Questions) -> np.ndarray:
        raise KeyError("my bug")

    with pytest.raises(KeyError, match="my bug"):
        cardroom.arena("kael", [broken, "rule"], sets=2)
    with pytest.raises(KeyError, match="my bug"):
        cardroom.simulate("rouge-et-noir", broken, matches=2)

    def stop(done: int) -> None:
        raise StopIteration(done)

    with pytest.raises(StopIteration):
        cardroom.simulate("schwarze-dame", matches=100, progress=stop)


def test_a_simulation_is_that_of_the_command_line() -> None:
    words = "simulate kael --matches 3 --bots rule,random --seed 2a --option match_end=first_out --json - --out".split()
    records: list[str] = []
    summary = cardroom.simulate(
        "kael", ["rule", "random"], matches=3, seed="2a", options={"match_end": "first_out"}, records=records
    )
    out = command(*words[:-3], "--out", "-").stdout.splitlines()
    assert out == records
    assert json.loads(command(*words[:-1]).stdout) == summary


def test_parts_join_to_the_whole() -> None:
    game = cardroom.load_game("schwarze-dame", {"deals": 1})
    plan = cardroom.plan_arena(game, [first, "rule"], sets=5, seed=9)
    joined = plan.join([plan.part(0, 2)[0], plan.part(2, 5)[0]])
    whole = cardroom.arena(game, [first, "rule"], sets=5, seed=9)
    del joined["time"], whole["time"]
    assert json.dumps(joined) == json.dumps(whole)
    run = cardroom.plan_simulation(game, first, matches=5)
    assert run.join([run.part(0, 4)[0], run.part(4, 5)[0]]) == cardroom.simulate(game, first, matches=5)


def test_deals_are_solved() -> None:
    solved = cardroom.solve(2)
    assert solved["won"] == 1 and len(solved["actions"]) == solved["moves"]
    records: list[str] = []
    columns = cardroom.solve_range(1, 6, options={"redeals": 1}, budget=512, records=records)
    assert columns["deal"].tolist() == [1, 2, 3, 4, 5, 6] and columns["deal"].dtype == np.uint64
    assert set(columns) == {"deal", "won", "moves", "cards", "width", "nodes", "ms"}
    assert len(records) == (columns["won"] == 1).sum() > 0
    state = cardroom.State.from_record(records[0])
    assert state.is_terminal() and state.winners == [0]
    with pytest.raises(cardroom.CardroomError, match="cannot be solved"):
        cardroom.solve(1, game="kael")
    with pytest.raises(cardroom.CardroomError, match="the smaller first"):
        cardroom.solve_range(6, 1)


def test_the_command_line_has_no_server() -> None:
    said = command("record", "check", "-")
    assert said.returncode == 0
    said = command("serve")
    assert said.returncode == 2 and "serve" in said.stderr
    assert "arena" in command("--help").stdout
    said = command("simulate", "bridge", "--matches", "1")
    assert said.returncode == 2 and "invalid value 'bridge'" in said.stderr


def test_bots_by_name() -> None:
    assert bots.levels() == cardroom.levels()
    searching = [bots.pimc(10, kind) for kind in ("", "exact", "resampling", "close")]
    searching += [bots.ismcts(10, rollouts) for rollouts in ("rule", "random", "net")]
    searching += [bots.net_rollouts(10), bots.advice(10)]
    assert {name.replace("10", "SIMULATIONS") for name in searching} == {name for name in bots.methods() if ":" in name}
    state = cardroom.load_game("schwarze-dame").new_initial_state(seed=1)
    for name in [*bots.levels(), *searching, "net"]:
        assert state.bot_action(name) in state.legal_actions()
    for wrong in (lambda: bots.pimc(0), lambda: bots.pimc(5, "guessing"), lambda: bots.ismcts(5, "deep")):
        with pytest.raises(cardroom.CardroomError):
            wrong()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: cardroom.arena("bridge", ["rule"]), "there is no game"),
        (lambda: cardroom.arena("kael", ["grandmaster"]), "no bot"),
        (lambda: cardroom.arena("kael", [7]), "a bot is a name or a function"),  # type: ignore[list-item]
        (lambda: cardroom.arena("kael", ["expert"], budget="soon"), "a budget is"),
        (lambda: cardroom.arena("kael", ["rule"], sets=-1), "count is a whole number from 0 to"),
        (lambda: cardroom.arena("kael", ["rule"], sprt=(2, 1)), "H0 below H1"),
        (lambda: cardroom.arena(cardroom.load_game("kael"), ["rule"], seats=3), "a loaded game"),
        (lambda: cardroom.simulate("kael"), "how many matches"),
        (lambda: cardroom.simulate("kael", numbered=(1, 2)), "no numbered deals"),
        (lambda: cardroom.plan_arena("kael", ["rule"]).join([b"{"]), "no part"),
    ],
)
def test_what_is_wrong_is_said(call, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(cardroom.CardroomError, match=words):
        call()


def test_a_bug_in_rust_is_an_exception() -> None:
    from cardroom import _cardroom

    with pytest.raises(cardroom.CardroomError, match="a bug in cardroom, please report it: asked for"):
        _cardroom._panic()
    assert cardroom.load_game("kael").new_initial_state(seed=1).legal_actions(), "the process goes on"


@pytest.mark.parametrize(
    "work",
    [
        lambda: cardroom.simulate("schwarze-dame", matches=3_000, threads=1),
        lambda: cardroom.solve_range(1, 4, threads=1),
        lambda: cardroom.load_game("schwarze-dame").new_initial_state(seed=1).bot_action("pimc:4000"),
        lambda: cardroom.vector.make("kael", 20_000, threads=1).reset(),
    ],
    ids=["simulate", "solve", "bot_action", "reset"],
)
def test_python_goes_on_while_rust_works(work) -> None:  # type: ignore[no-untyped-def]
    """The switch interval is so long that another thread runs only if the work has released the interpreter."""
    begun, ended = threading.Event(), threading.Event()

    def run() -> None:
        begun.set()
        work()
        ended.set()

    before = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        begun.wait()
        rounds = 0
        while not ended.is_set():
            rounds += 1
            time.sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(before)
    assert rounds > 3


def test_a_ladder_is_a_table_to_report() -> None:
    told: list[tuple[str, int]] = []
    game = cardroom.load_game("schwarze-dame", {"deals": 1})
    ladder = cardroom.ladder(
        game, first, opponents=["random", f"rule@{cardroom.__version__}"], sets=30, seed=5, progress=lambda bot, done: told.append((bot, done))
    )
    version = cardroom.__version__
    assert [rung.opponent for rung in ladder.rungs] == [f"random@{version}", f"rule@{version}"] and told[-1] == (f"rule@{version}", 30)
    for rung, bot in zip(ladder.rungs, ("random", "rule"), strict=True):
        own = cardroom.arena(game, [first, bot], sets=30, seed=5)["entrants"][0]
        assert rung.gain == tuple(own["gain_per_deal"][key] for key in ("estimate", "low", "high"))
        assert (rung.matches, rung.deals) == (120, 120) and rung.wins[0] == own["win_share"]["estimate"]
    table = str(ladder).splitlines()
    assert table[0] == "| opponent | gain a deal | won | matches | deals |" and len(table) == 6
    assert "first in schwarze-dame-v1 (deals=1), cardroom " in table[-1] and "30 duplicate sets" in table[-1]
    assert ladder.latex().count(r"\\") == 3 and r"\%" in ladder.latex() and version in ladder.citation
    assert cardroom.ladder("hearts", "random", opponents=["random"], sets=1, options={"to": 10}).game == "hearts-v1"


@pytest.mark.parametrize(
    ("name", "keywords", "words"),
    [
        ("hearts", {"opponents": ["expert@0.0.1"]}, "expert@0.0.1 is of another version"),
        ("hearts", {"opponents": []}, "names no bot"),
        ("hearts", {"opponents": ["grandmaster"]}, "no bot"),
        ("rouge-et-noir", {}, "has no opponents"),
        ("hearts-v9", {}, "this package has hearts-v1, not hearts-v9"),
    ],
)
def test_a_wrong_ladder_is_refused_in_words(name: str, keywords: dict[str, list[str]], words: str) -> None:
    with pytest.raises(cardroom.CardroomError, match=words):
        cardroom.ladder(name, "random", sets=1, **keywords)  # type: ignore[arg-type]
