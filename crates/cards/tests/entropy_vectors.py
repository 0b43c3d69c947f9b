"""Makes entropy-vectors.json as docs/bots/records.md describes it: `python3 entropy_vectors.py > entropy-vectors.json`.

The program uses only hashlib and no code of the Rust implementation, so the vectors reveal a mistake in that code.
`matches` has valid lists of attempts. `faults` has lists with one error each. If `seed` is null, the match goes on.
"""

import copy
import hashlib
import json
import sys


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def commitment(secret: bytes) -> bytes:
    return sha(b"cardroom-commit/1", secret)


def sealed(c: bytes, k: int, seat: int, nonce: bytes) -> bytes:
    return sha(b"cardroom-nonce/2", c, k.to_bytes(4, "little"), bytes([seat]), nonce)


def combined(secret: bytes, k: int, nonces: list[bytes | None]) -> bytes:
    seats = (b"\x00" if nonce is None else b"\x01" + nonce for nonce in nonces)
    return sha(b"cardroom-seed/2", secret, k.to_bytes(4, "little"), *seats)


def random(*words: object) -> bytes:
    """Returns bytes that look random and are the same in each run."""
    return sha(b"vector", repr(words).encode())


def attempt(match: int, k: int, seats: int, parts: list[int], withheld: list[int] = []) -> dict[str, object]:
    secret = random(match, k)
    c = commitment(secret)
    nonces = [random(match, k, seat) if seat in parts else None for seat in range(seats)]
    return {
        "k": k,
        "C": c.hex(),
        "h": [None if n is None else sealed(c, k, seat, n).hex() for seat, n in enumerate(nonces)],
        "n": [None if n is None or seat in withheld else n.hex() for seat, n in enumerate(nonces)],
        "S": secret.hex(),
    }


def seed(attempts: list[dict]) -> str:
    last = attempts[-1]
    nonces = [None if n is None else bytes.fromhex(n) for n in last["n"]]
    return combined(bytes.fromhex(last["S"]), last["k"], nonces).hex()


def match(seats: int, attempts: list[dict]) -> dict[str, object]:
    return {"seats": seats, "entropy": attempts, "seed": seed(attempts)}


def matches() -> list[dict]:
    good = [
        match(4, [attempt(0, 0, 4, [])]),
        match(4, [attempt(1, 0, 4, [2])]),
        match(4, [attempt(2, 0, 4, [0, 1, 2, 3])]),
        match(2, [attempt(3, 0, 2, [0, 1])]),
        match(8, [attempt(4, 0, 8, [0, 1, 2, 3, 4, 5, 6, 7])]),
        match(4, [attempt(5, 0, 4, [0, 1, 3], [1]), attempt(5, 1, 4, [0, 3])]),
        match(3, [attempt(6, 0, 3, [0, 1, 2], [0, 1]), attempt(6, 1, 3, [2], [2]), attempt(6, 2, 3, [])]),
    ]
    going_on = copy.deepcopy(good[5])
    going_on["seed"] = going_on["entropy"][-1]["S"] = None
    return [*good, going_on]


def faults() -> list[dict]:
    found = []

    def wrong(why: str, good: dict, change) -> None:
        bad = copy.deepcopy(good)
        change(bad)
        found.append({"why": why, **bad})

    good = matches()
    other = random("other").hex()

    def put(*path: object):
        *way, last, value = path

        def change(bad: dict) -> None:
            for key in way:
                bad = bad[key]
            bad[last] = value

        return change

    wrong("a swapped secret", good[2], put("entropy", 0, "S", other))
    wrong("a swapped secret with its commitment", good[2], lambda bad: bad["entropy"][0].update(
        S=other, C=commitment(bytes.fromhex(other)).hex()))
    wrong("another nonce", good[2], put("entropy", 0, "n", 1, other))
    wrong("another hash", good[2], put("entropy", 0, "h", 1, other))
    wrong("another seed", good[2], put("seed", other))

    def drop(bad: dict) -> None:
        bad["entropy"][0]["h"][1] = bad["entropy"][0]["n"][1] = None

    wrong("a dropped contribution", good[2], drop)
    wrong("a nonce without its hash", good[2], put("entropy", 0, "h", 1, None))
    wrong("a nonce withheld and no other attempt", good[2], put("entropy", 0, "n", 1, None))
    wrong("a void attempt left out", good[5], lambda bad: bad["entropy"].pop(0))
    wrong("numbers of attempts exchanged", good[5], lambda bad: bad["entropy"].reverse())
    wrong("no secret of a void attempt", good[5], put("entropy", 0, "S", None))
    wrong("no secret of the last attempt", good[5], put("entropy", 1, "S", None))
    wrong("the secret told while the match goes on", good[5], put("seed", None))
    wrong("no attempt", good[0], put("entropy", []))
    wrong("a seat too few", good[0], put("seats", 3))
    wrong("an attempt begun again after every nonce was known", match(
        4, [attempt(7, 0, 4, [0, 1]), attempt(7, 1, 4, [0, 1])]), lambda bad: None)
    wrong("a seat takes part after it voided an attempt", match(
        4, [attempt(8, 0, 4, [0, 1], [1]), attempt(8, 1, 4, [0, 1])]), lambda bad: None)
    wrong("digits in upper case", good[2], put("entropy", 0, "S", "AB" * 32))
    wrong("a short hash", good[2], put("entropy", 0, "h", 0, "ab"))
    wrong("a text instead of a list", good[2], put("entropy", 0, "h", "ab"))
    return found


def vectors() -> dict[str, object]:
    nonces, seeds = [], []
    for k, seat in ((0, 0), (0, 7), (1, 3), (258, 1)):
        c, n = commitment(random("S", k)), random("n", k, seat)
        nonces.append({"C": c.hex(), "k": k, "seat": seat, "n": n.hex(), "h": sealed(c, k, seat, n).hex()})
    for k, parts in ((0, []), (0, [0]), (3, [1, 3]), (65_537, [0, 1, 2, 3])):
        secret = random("seed", k)
        given = [random("seed", k, seat) if seat in parts else None for seat in range(4)]
        shown = [None if n is None else n.hex() for n in given]
        seeds.append({"S": secret.hex(), "k": k, "n": shown, "seed": combined(secret, k, given).hex()})
    return {"nonces": nonces, "seeds": seeds, "matches": matches(), "faults": faults()}


json.dump(vectors(), sys.stdout, indent=1)
print()
