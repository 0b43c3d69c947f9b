// The two ways to play with strangers. A person can open a table, or get a seat at a table where others wait. The page
// always shows both buttons together. If a person has no name, the page asks for a name once.

import { useState } from 'preact/hooks';
import { errorWords } from '../i18n/errorWords';
import * as peopleApi from '../net/peopleApi';
import { Choice, Row } from '../ui/form';
import type { T } from '../i18n/words';
import { later } from '../ui/later';
import type { GameInfo, Me } from '../net/protocol';
import { go } from '../ui/route';
import { Button } from '../ui/Button';
import { usePage } from '../ui/context';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toast';
import { NameField } from './nameField';
import { ownName } from './playerName';
import './openOrQuick.css';
import '../ui/form.css';

const OpenTable = later(() => import('./openTable'), 'default');

interface Props {
  /** The games that can be played with other people. */
  games: readonly GameInfo[];
  /** The game to play; null if the form has to ask for it. */
  game: string | null;
  me: Me | null;
  /** Returns the words of a game together with those of the page. */
  wordsOf(game: string): T;
  titleOf(game: string): string;
  /** True if something else is the main action of this page. */
  quiet?: boolean;
}

/** The buttons *Open a table* and *Quick match*. */
export function Begin({ games, game, me, wordsOf, titleOf, quiet }: Props) {
  const { t } = usePage();
  const [asking, ask] = useState<'open' | 'quick' | null>(null);
  const [opened, open] = useState<GameInfo | null>(null);
  const known = me !== null && ownName(me.name) !== '';
  const quick = async (of: string, name?: string) => {
    try {
      go(`/t/${(await peopleApi.quick(of, name)).id}`);
    } catch (e) {
      toast(errorWords(e, t));
    }
  };
  if (!games.length) return null;
  const infoOf = (id: string | null) => games.find((one) => one.id === id) ?? null;
  return (
    <>
      <div class="begin-buttons">
        <Button
          does="open-one"
          onPress={() => {
            const info = infoOf(game);
            if (info) open(info);
            else ask('open');
          }}
        >
          {t('lobby.make')}
        </Button>
        <Button
          kind={quiet ? 'plain' : 'primary'}
          does="quick"
          onPress={() => {
            if (game && known) void quick(game);
            else ask('quick');
          }}
        >
          {t('lobby.quick')}
        </Button>
      </div>
      {asking === 'open' && (
        <Which
          title={t('lobby.make')}
          does="open-chosen"
          action={t('lobby.next')}
          {...{ games, titleOf }}
          game={null}
          onClose={() => ask(null)}
          onChosen={(id) => {
            ask(null);
            open(infoOf(id));
          }}
        />
      )}
      {asking === 'quick' && (
        <Which
          title={t('lobby.quick')}
          help={t('lobby.quick_help')}
          does="quick-now"
          action={t('lobby.quick_now')}
          named={!known}
          {...{ games, game, titleOf }}
          onClose={() => ask(null)}
          onChosen={(id, name) => void quick(id, name)}
        />
      )}
      {opened && <OpenTable info={opened} t={wordsOf(opened.id)} onClose={() => open(null)} />}
    </>
  );
}

interface Asked {
  title: string;
  help?: string;
  action: string;
  does: string;
  games?: readonly GameInfo[];
  game: string | null;
  titleOf?(game: string): string;
  /** True if the form has to ask for a name. */
  named?: boolean;
  onClose(): void;
  onChosen(game: string, name?: string): void;
}

/** The form that asks for a game, for a name, or for both. */
export function Which({ title, help, action, does, games = [], game, titleOf, named, onClose, onChosen }: Asked) {
  const { t } = usePage();
  const [chosen, choose] = useState(game ?? games[0]?.id ?? '');
  const [name, setName] = useState('');
  const done = (e?: Event) => {
    e?.preventDefault();
    if (named && !name.trim()) {
      document.querySelector<HTMLInputElement>('#which-name')?.focus();
      return;
    }
    onChosen(chosen, named ? name.trim() : undefined);
  };
  return (
    <Sheet
      title={title}
      modal
      onClose={onClose}
      footer={
        <Button kind="primary" does={does} onPress={done}>
          {action}
        </Button>
      }
    >
      <form class="form" onSubmit={done}>
        {help && <p class="muted">{help}</p>}
        {game === null && games.length > 0 && (
          <Row label={t('lobby.which')}>
            <Choice
              name="which"
              label={t('lobby.which')}
              value={chosen}
              choices={games.map(({ id }) => [id, titleOf?.(id) ?? id])}
              onChange={choose}
            />
          </Row>
        )}
        {named && (
          <Row label={t('start.name')} help={t('lobby.name_help')}>
            <NameField id="which-name" value={name} onName={setName} />
          </Row>
        )}
        <input type="submit" hidden />
      </form>
    </Sheet>
  );
}
