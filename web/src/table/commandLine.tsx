// A field for typed actions, which `:` opens. It accepts the notation of records ("play Qs") and the names and letters
// of the reader's language ("dame de pique", "D♠"). If the text identifies one legal action, that action is done. If
// the text fits several actions, the field lists them.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { matching, wordsOf } from '../i18n/commands';
import { withSideWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import type { Frame } from '../net/protocol';
import type { Match } from '../match/match';
import { Sign } from '../ui/Sign';
import './commandLine.css';

interface Props {
  match: Pick<Match, 'act' | 'ask'>;
  frame: Frame;
  /** The characters that were typed before the field was shown. The field begins with them. */
  early: { current: string | null };
  onClose(): void;
  t: T;
}

export default withSideWords(({ match, frame, early, onClose, t }: Props) => {
  const [text, setText] = useState(early.current ?? '');
  const [status, setStatus] = useState('');
  const el = useRef<HTMLInputElement>(null);
  // A layout effect runs before the next key event, so the field already receives that key.
  useLayoutEffect(() => {
    el.current!.focus();
    early.current = null;
  }, []);
  const close = onClose;
  const actions = frame.legal.map((one) => one.action);
  const enter = async (e: Event) => {
    e.preventDefault();
    if (!text.trim()) {
      close();
      return;
    }
    const found = matching(text, actions, t.language);
    if (found.length === 1) {
      if ((await match.act(found[0]!)) === null) {
        setText('');
        setStatus(t('line.done', { action: wordsOf(found[0]!, t.language) }));
      }
    } else if (found.length > 1)
      setStatus(
        t('line.several', {
          n: found.length,
          actions: found
            .slice(0, 6)
            .map((a) => wordsOf(a, t.language))
            .join(', '),
        }),
      );
    else if ((await match.ask(text.trim())) !== null) setStatus(t('line.none'));
  };
  return (
    <form
      class="line"
      aria-label={t('line.open')}
      onSubmit={(e) => void enter(e)}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.stopPropagation();
          close();
        }
      }}
    >
      <label for="line">{t('line.label')}</label>
      <input
        ref={el}
        id="line"
        list="line-actions"
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={(e) => {
          setText(e.currentTarget.value);
          setStatus('');
        }}
      />
      <datalist id="line-actions">
        {actions.map((action) => (
          <option key={action} value={action}>
            {wordsOf(action, t.language)}
          </option>
        ))}
      </datalist>
      <button type="button" class="icon-button" aria-label={t('close')} onClick={close}>
        <Sign d="M4 4l8 8M12 4l-8 8" />
      </button>
      <p role="status">{status || (actions.length ? t('line.hint', { n: actions.length }) : t('line.wait'))}</p>
    </form>
  );
});
