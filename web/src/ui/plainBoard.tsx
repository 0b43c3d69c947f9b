// The board for a game that has no board of its own. It shows the content of the view as text and cards, and the legal
// actions as buttons. A person can play the game with this board.

import './plainBoard.css';
import {
  ActionBar,
  Banner,
  Button,
  CardFace,
  isSuited,
  SeatBadge,
  seatName,
  who,
  type BoardProps,
  type GameUi,
} from '.';

const isCard = (v: unknown): v is string => typeof v === 'string' && isSuited(v);

function Board({ frame, send, t }: BoardProps) {
  const yours = frame.viewer !== null && frame.must.includes(frame.viewer);
  return (
    <div class="fallback">
      {frame.must.length > 0 && (
        <Banner tone={yours ? 'turn' : 'wait'}>
          {yours
            ? t('game.your_turn')
            : t('game.waiting', { who: frame.must.map((s) => seatName(t, frame, s)).join(', ') })}
        </Banner>
      )}
      {frame.seats.length > 1 && (
        <div class="fallback-seats">
          {frame.seats.map((_, seat) => (
            <SeatBadge key={seat} frame={frame} seat={seat} />
          ))}
        </div>
      )}
      <dl>
        {Object.entries(frame.view as object).map(([key, value]) => (
          <div key={key}>
            <dt>{key.replaceAll('_', ' ')}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <ActionBar label={t('game.actions')}>
        {frame.legal.map(({ action }) => (
          <Button key={action} onPress={() => void send(action)}>
            {action}
          </Button>
        ))}
      </ActionBar>
    </div>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <>–</>;
  if (isCard(value)) return <CardFace face={value} width={44} />;
  if (Array.isArray(value))
    return value.length ? (
      <span class="fallback-row">
        {value.map((v, i) => (
          <Value key={i} value={v} />
        ))}
      </span>
    ) : (
      <>–</>
    );
  if (typeof value === 'object')
    return (
      <span class="fallback-row">
        {Object.entries(value).map(([k, v]) => (
          <span key={k} class="fallback-fact">
            <small>{k.replaceAll('_', ' ')}</small> <Value value={v} />
          </span>
        ))}
      </span>
    );
  return <span>{String(value)}</span>;
}

export default {
  id: '*',
  Board,
  say: (event, _before, after, t) =>
    event.kind === 'acted' ? [who(t, after, event.seat, 'log.plain', { action: event.action })] : [event.kind],
} satisfies GameUi;
