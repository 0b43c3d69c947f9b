"""Compares Hearts with OpenSpiel's Hearts: the same matches, card by card.

Reads records of `cardroom simulate hearts` and the output of `cardroom record legal` for them. Plays every deal again
in OpenSpiel, and compares the legal cards before every card and the points of every deal. In OpenSpiel a seat passes
its cards one by one, and must be allowed to pass any card of its hand. The option `qs_breaks_hearts` is off, as in H8.

    pip install open_spiel==2.0.2
    cardroom simulate hearts --matches 1000 --bots random --seed c1 --out hearts.jsonl
    cardroom record legal hearts.jsonl | python3 games/hearts/tests/openspiel.py hearts.jsonl
"""

import json
import sys

import pyspiel

GAME = pyspiel.load_game("hearts(pass_cards=true,qs_breaks_hearts=false)")
DIRECTION = [1, 3, 2, 0]  # OpenSpiel's numbers of left, right, across, nobody, in the order of H3
RANKS, SUITS = "23456789TJQKA", "cdhs"


def number(card: str) -> int:
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def dealt(deal: dict, index: int, giving: bool) -> pyspiel.State:
    state = GAME.new_initial_state()
    state.apply_action(DIRECTION[index % 4] if giving else 0)
    deck = deal["deck"].split(" ")
    # OpenSpiel deals to seat 0 first, this project to the seat after the dealer.
    hands = {(deal["dealer"] + 1 + step) % 4: deck[step::4] for step in range(4)}
    for i in range(52):
        state.apply_action(number(hands[i % 4][i // 4]))
    return state


def give(state: pyspiel.State, gifts: dict[int, list[str]]) -> None:
    while len(gifts) == 4 and state.current_player() >= 0 and any(gifts.values()):
        card = gifts[state.current_player()].pop(0)
        assert number(card) in state.legal_actions(), f"{card} cannot be given"
        state.apply_action(number(card))


def main() -> None:
    legal = (json.loads(line) for line in sys.stdin)
    deals = cards = moons = 0
    for line in open(sys.argv[1], encoding="utf-8"):
        record = json.loads(line)
        for index, deal in enumerate(record["deals"]):
            state = dealt(deal, index, record["options"]["giving"])
            gifts: dict[int, list[str]] = {}
            for action in deal["actions"]:
                seat, verb, *named = action.split(" ")
                here = next(legal)["legal"]
                if verb == "give":
                    gifts[int(seat)] = named
                    if len(gifts) == 4:
                        give(state, gifts)
                    continue
                assert state.current_player() == int(seat), f"{action}: OpenSpiel waits for {state.current_player()}"
                ours = sorted(number(text.removeprefix("play ")) for text in here[seat])
                assert ours == sorted(state.legal_actions()), f"{action}: {here} beside {state.legal_actions()}"
                state.apply_action(number(named[0]))
                cards += 1
            assert next(legal)["legal"] == {} and state.is_terminal()
            # In OpenSpiel, shooting the moon costs each other seat 26 points. With our option `own`, it takes 26 points
            # off the shooter's total.
            theirs = [26 - round(value) for value in state.returns()]
            ours = deal["points"]
            if record["options"]["moon"] == "own" and min(ours) < 0:
                ours = [points + 26 for points in ours]
            assert ours == theirs, f"{deal['points']} beside {theirs}"
            moons += sum(theirs) == 78
            deals += 1
    assert next(legal, None) is None
    print(f"{deals} deals, {cards} cards, {moons} moons: the same legal cards and the same points")


if __name__ == "__main__":
    main()
