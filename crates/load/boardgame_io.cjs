// The other side of the comparison: a trick game of 52 moves for four with hidden hands, on boardgame.io in memory.
// Suits are followed, the highest card of the suit led takes the trick and leads, hearts and the black queen count:
// what Schwarze Dame asks of a server, and no more. `undo` is off, as it is for several seats at our tables.
"use strict";

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const suit = (card) => Math.floor(card / 13);
const points = (card) => (suit(card) === 2 ? 1 : card === 49 ? 13 : 0);

const trickGame = {
  name: "tricks",
  disableUndo: true,
  setup: ({ random }) => {
    const pack = random.Shuffle(Array.from({ length: 52 }, (_, card) => card));
    const hands = [0, 1, 2, 3].map((seat) => pack.slice(13 * seat, 13 * seat + 13).sort((a, b) => a - b));
    return { hands, trick: [], next: "0", taken: [0, 0, 0, 0], played: 0 };
  },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => Number(G.next), next: ({ G }) => Number(G.next) } },
  moves: {
    play: ({ G, playerID }, card) => {
      const hand = G.hands[playerID];
      const at = hand.indexOf(card);
      if (at < 0) return INVALID_MOVE;
      const led = G.trick.length > 0 ? suit(G.trick[0].card) : null;
      if (led !== null && suit(card) !== led && hand.some((held) => suit(held) === led)) return INVALID_MOVE;
      hand.splice(at, 1);
      G.trick.push({ seat: playerID, card });
      G.played += 1;
      G.next = String((Number(playerID) + 1) % 4);
      if (G.trick.length === 4) {
        const lead = suit(G.trick[0].card);
        const best = G.trick.reduce((a, b) => (suit(b.card) === lead && b.card > a.card ? b : a));
        G.taken[best.seat] += G.trick.reduce((sum, { card: c }) => sum + points(c), 0);
        G.next = best.seat;
        G.trick = [];
      }
    },
  },
  endIf: ({ G }) => (G.played === 52 ? { taken: G.taken } : undefined),
  // Each seat sees its own cards and how many the others have.
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};

async function main() {
  const server = Server({ games: [trickGame], origins: [] });
  const listen = server.app.listen;
  // It would listen on every address otherwise.
  server.app.listen = (port, done) => listen.call(server.app, { port, host: "127.0.0.1" }, done);
  const { appServer } = await server.run({ port: 0 });
  console.log(`boardgame.io is at http://127.0.0.1:${appServer.address().port}`);
}

main();
