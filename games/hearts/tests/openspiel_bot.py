"""An engine for hearts that lets OpenSpiel's ISMCTSBot choose the cards. docs/bots/engines.md describes the lines.

The engine converts the view of the seat into a state of OpenSpiel. This state has the seat's own hand and the cards
played, and the unseen cards are dealt to the other seats at random, within the limits that the seat knows. The bot
samples its own worlds from this state. The engine cannot pass cards, so it plays only with giving=false.

    pip install open_spiel==2.0.2
    cardroom arena hearts --option giving=false --bots expert,cmd:"python3 games/hearts/tests/openspiel_bot.py 2000"
"""

import json
import random
import sys

import pyspiel

GAME = pyspiel.load_game("hearts(pass_cards=false,qs_breaks_hearts=false)")
RANKS, SUITS = "23456789TJQKA", "cdhs"
SIMULATIONS = int(sys.argv[1])
# The exploration constant of UCT, for points from 0 to 26.
EXPLORATION = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0


def number(card: str) -> int:
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def played(view: dict) -> list[tuple[int, str]]:
    """Returns the cards played, in order, each with its seat."""
    return [((trick["leader"] + i) % 4, card) for trick in view["tricks"] for i, card in enumerate(trick["cards"])]


def voids(view: dict) -> list[set[str]]:
    """Returns, for each seat, the suits of which the seat has shown that it holds no card."""
    none: list[set[str]] = [set(), set(), set(), set()]
    for trick in view["tricks"]:
        for i, card in enumerate(trick["cards"]):
            if card[1] != trick["cards"][0][1]:
                none[(trick["leader"] + i) % 4].add(trick["cards"][0][1])
    return none


def hands(view: dict, dice: random.Random) -> list[list[str]]:
    """Returns four hands of thirteen cards that agree with everything that the seat has seen."""
    me, none = view["seat"], voids(view)
    dealt: list[list[str]] = [[], [], [], []]
    for seat, card in played(view):
        dealt[seat].append(card)
    dealt[me] += view["hands"][me]
    seen = {card for hand in dealt for card in hand}
    hidden = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in seen]
    while True:
        room = {seat: 13 - len(dealt[seat]) for seat in range(4) if seat != me}
        world = [hand[:] for hand in dealt]
        dice.shuffle(hidden)
        # The cards that the fewest seats can hold are dealt first. If no seat has room for a card, all cards are dealt
        # again.
        for card in sorted(hidden, key=lambda card: sum(card[1] not in none[seat] for seat in room)):
            seats = [seat for seat in room for _ in range(room[seat]) if card[1] not in none[seat]]
            if not seats:
                break
            seat = dice.choice(seats)
            world[seat].append(card)
            room[seat] -= 1
        else:
            return world


def state(view: dict, dice: random.Random) -> pyspiel.State:
    world, there = hands(view, dice), GAME.new_initial_state()
    if there.is_chance_node() and there.legal_actions() == [0]:
        there.apply_action(0)  # nobody passes cards
    for i in range(52):
        there.apply_action(number(world[i % 4][i // 4]))
    for seat, card in played(view):
        assert there.current_player() == seat
        there.apply_action(number(card))
    assert there.current_player() == view["seat"]
    return there


def choose(ask: dict, bot: pyspiel.Bot, dice: random.Random) -> str:
    if len(ask["legal"]) == 1:
        return ask["legal"][0]
    card = bot.step(state(ask["view"], dice))
    return f"play {RANKS[card // 4]}{SUITS[card % 4]}"


def main() -> None:
    for message in map(json.loads, sys.stdin):
        if message["t"] == "hello":
            answer = {"t": "ready", "name": f"OpenSpiel ISMCTS {SIMULATIONS}"}
        elif message["t"] == "new":
            if message["options"]["giving"]:
                sys.exit("this engine does not give cards: --option giving=false")
            dice = random.Random(message["seed"])
            seed = dice.getrandbits(31)
            bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), EXPLORATION, SIMULATIONS)
            continue
        elif message["t"] == "ask":
            answer = {"t": "act", "id": message["id"], "action": choose(message, bot, dice)}
        elif message["t"] == "ping":
            answer = {"t": "pong"}
        elif message["t"] == "quit":
            return
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
