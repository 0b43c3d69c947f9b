"""Measures random playouts and tree searches a second of CPU time: OpenSpiel's hearts, in C++, and our Schwarze Dame.

In both games each of four players gets thirteen cards and has to follow suit. A playout begins with a dealt deal and ends
when all cards are played. To measure OpenSpiel's playouts without Python between them, its ISMCTSBot chooses a card with
20 simulations, and for each of them RandomRolloutEvaluator plays 500 random playouts. The forced first card of hearts
(the two of clubs) is played beforehand, so OpenSpiel's playouts have 51 cards, and ours have 52.

A search is ISMCTS with 20,000 simulations for the first card that is not forced, and with one random playout for each
simulation. OpenSpiel's ISMCTSBot is compared with our plain tree searcher.

In each round both programs are measured one after the other, so that they run under the same conditions. The median of
the rounds counts. The results are printed as JSON. compare.sh calls this program.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import time

import pyspiel

SIMULATIONS, ROLLOUTS = 20, 500
SEARCH = 20_000

HEARTS = {
    # The default options of OpenSpiel, but without passing.
    "hearts": "hearts(pass_cards=false)",
    # The options that are most similar to Schwarze Dame: hearts may be led and point cards discarded at any time.
    "hearts_any_card": "hearts(pass_cards=false,must_break_hearts=false,no_pts_on_first_trick=false)",
}


def dealt(name: str) -> pyspiel.State:
    state = pyspiel.load_game(name).new_initial_state()
    chance = random.Random(1)
    while state.is_chance_node():
        # The first node decides whether cards are passed. With pass_cards=false only "no" is legal.
        state.apply_action(chance.choice(state.legal_actions()))
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def openspiel(state: pyspiel.State, seed: int, seconds: float) -> float:
    bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed), 1.0, SIMULATIONS)
    playouts = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        bot.step(state)
        playouts += SIMULATIONS * ROLLOUTS
    return playouts / spent


def openspiel_search(state: pyspiel.State, seed: int, seconds: float) -> float:
    bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 1.0, SEARCH)
    simulations = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        bot.step(state)
        simulations += SEARCH
    return simulations / spent


def cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cardroom(program: str, playouts: int) -> float:
    begin = cpu_of_children()
    answer = json.loads(subprocess.run([program, str(playouts)], check=True, capture_output=True).stdout)
    assert answer == {"playouts": playouts, "cards": 52 * playouts}, answer
    return playouts / (cpu_of_children() - begin)


def cardroom_search(program: str, decisions: int) -> float:
    begin = cpu_of_children()
    answer = json.loads(subprocess.run([program, str(SEARCH), str(decisions)], check=True, capture_output=True).stdout)
    assert answer == {"simulations": SEARCH * decisions}, answer
    return SEARCH * decisions / (cpu_of_children() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", required=True, help="the program built from playouts.rs")
    parser.add_argument("--searches", required=True, help="the program built from searches.rs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each engine in each round")
    options = parser.parse_args()

    states = {name: dealt(game) for name, game in HEARTS.items()}
    # The numbers of our playouts and decisions that take about as long as a measurement of OpenSpiel.
    playouts = max(1_000, int(cardroom(options.ours, 200_000) * options.seconds))
    decisions = max(1, int(cardroom_search(options.searches, 10) * options.seconds / SEARCH))
    rates: dict[str, list[float]] = {"schwarze_dame": [], **{name: [] for name in HEARTS}}
    searches: dict[str, list[float]] = {name: [] for name in rates}
    for seed in range(options.rounds):
        rates["schwarze_dame"].append(cardroom(options.ours, playouts))
        searches["schwarze_dame"].append(cardroom_search(options.searches, decisions))
        for name, state in states.items():
            rates[name].append(openspiel(state, seed, options.seconds))
            searches[name].append(openspiel_search(state, seed, options.seconds))

    print(json.dumps({"playouts": compared(rates), "searches": compared(searches)}, indent=1))


def compared(rates: dict[str, list[float]]) -> dict:
    median = {name: statistics.median(found) for name, found in rates.items()}
    return {
        "ratio": {name: round(median["schwarze_dame"] / median[name], 2) for name in HEARTS},
        "per_second": {name: round(rate) for name, rate in median.items()},
        "rounds": {name: [round(rate) for rate in found] for name, found in rates.items()},
    }


if __name__ == "__main__":
    main()
