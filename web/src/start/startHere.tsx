// The proposal for a new player: one game, with its lesson and a short first match.

import type { T } from '../i18n/words';
import { Button } from '../ui/Button';
import { address } from '../ui/address';
import { tiles } from '../ui/tiles';

export function StartHere({
  id,
  t,
  title,
  ready,
  why,
  onPlay,
}: {
  id: string;
  t: T;
  title: string;
  /** Whether the words of the game are loaded. */
  ready: boolean;
  why: string | null;
  onPlay(): Promise<void>;
}) {
  const tile = tiles.get(id);
  return (
    <section class="start-here" aria-labelledby="start-here">
      <div class="emblem" translate={false} aria-hidden="true">
        {tile && <tile.Emblem />}
      </div>
      <div class="start-here-words">
        <h2 id="start-here" style={{ visibility: ready ? undefined : 'hidden' }}>
          {t('start.new', { game: title })}
        </h2>
        <ol>
          <li>{t('start.new_lesson')}</li>
          {t.has('first') && <li>{t('start.new_match', { first: t('first') })}</li>}
        </ol>
        <div class="start-here-buttons">
          <a class="button primary" data-do="start-here" href={address(`/learn/${id}`)}>
            {t('start.new_begin')}
          </a>
          <Button kind="quiet" does="first-match" why={why} onPress={() => void onPlay()}>
            {t('start.new_skip')}
          </Button>
        </div>
      </div>
    </section>
  );
}
