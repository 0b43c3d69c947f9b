// Requests for a seat, which the host accepts or refuses. Spectators at a table of friends can ask for a seat. After
// the host has removed somebody, people who come by a link have to ask too. This file also has the words for seats that
// share a network.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import type { T } from '../i18n/words';
import { ApiError, me } from '../net/api';
import { sit } from '../net/peopleApi';
import type { People } from '../net/protocol';
import type { Match } from '../match/match';
import { Button } from '../ui/Button';
import { toast } from '../ui/toast';
import './people.css';
import '../ui/form.css';
import { NameField } from './nameField';
import { ownName } from './playerName';

/** The requests for a seat. Only the host receives them. */
export function Requests({ match, room, t }: { match: Match; room: People; t: T }) {
  const answer = (request: string, on: boolean) => void match.order({ t: 'admit', request, on });
  const waiting = Object.entries(room.requests ?? {});
  if (waiting.length === 0) return null;
  return (
    <div class="requests" role="status">
      <ul>
        {waiting.map(([request, who]) => (
          <li key={request}>
            <span>{t('people.asks', { who })}</span>
            <span class="requests-buttons">
              <Button does="admit" label={t('people.admit_of', { who })} onPress={() => answer(request, true)}>
                {t('people.admit')}
              </Button>
              <Button
                kind="quiet"
                does="turn-away"
                label={t('people.turn_away_of', { who })}
                onPress={() => answer(request, false)}
              >
                {t('people.turn_away')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function AskForSeat({ table, t }: { table: string; t: T }) {
  const [name, setName] = useState<string | null>(null);
  const begin = () =>
    me().then(
      (own) => setName(ownName(own.name)),
      () => setName(''),
    );
  const ask = async (e: Event) => {
    e.preventDefault();
    try {
      await sit(table, name!.trim());
    } catch (error) {
      if (!(error instanceof ApiError && error.key === 'waits_for_host')) toast(errorWords(error, t));
    }
  };
  if (name === null)
    return (
      <Button does="ask-for-seat" onPress={() => void begin()}>
        {t('people.ask_seat')}
      </Button>
    );
  return (
    <form class="ask-seat" onSubmit={(e) => void ask(e)}>
      <NameField value={name} onName={setName} focused />
      <button type="submit" class="button primary" data-do="ask-now">
        {t('people.ask_seat')}
      </button>
    </form>
  );
}

/** Returns the words for the seats that are on the same network as this one. The server sends them only to the host of
 * a public table. */
export function sameNetwork(
  { same_network: groups, seats }: Pick<People, 'same_network' | 'seats'>,
  seat: number,
  t: T,
) {
  const others = groups?.find((group) => group.includes(seat))?.filter((other) => other !== seat) ?? [];
  const names = others.map((other) => t.person(seats[other]!.next_name ?? seats[other]!.name));
  return others.length ? t('people.same_network', { who: new Intl.ListFormat(t.language).format(names) }) : null;
}
