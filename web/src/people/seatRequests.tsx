// People who wait for a seat, after the host has removed somebody: the host says yes or no. And which seats share a
// network.

import type { T } from '../i18n/words';
import type { People } from '../net/protocol';
import type { Match } from '../match/match';
import { Button } from '../ui/Button';
import './people.css';

/** Only the host gets requests. */
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

/** With whom a seat shares a network, in words. Only the host of a public table gets this. */
export function sameNetwork(
  { same_network: groups, seats }: Pick<People, 'same_network' | 'seats'>,
  seat: number,
  t: T,
) {
  const others = groups?.find((group) => group.includes(seat))?.filter((other) => other !== seat) ?? [];
  const names = others.map((other) => t.person(seats[other]!.next_name ?? seats[other]!.name));
  return others.length ? t('people.same_network', { who: new Intl.ListFormat(t.language).format(names) }) : null;
}
