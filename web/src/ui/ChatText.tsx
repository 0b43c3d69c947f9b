// A line of chat: words as text, and emoji as drawings that look the same on every device.

import './ChatText.css';
import type { Phrase, ChatLine } from '../net/protocol';
import { usePage } from './context';
import { SIGNS } from './chatPhrases';
import { phraseWords, chatWords } from './chatWords';

const FACE = 'M12 3a9 9 0 1 0 .01 0';
const DRAWN: Partial<Record<Phrase, string>> = {
  applause:
    'M7.5 13L4.8 9.3a1.5 1.5 0 0 1 2.4-1.8L11 12.5M8 8L6.9 6.5a1.5 1.5 0 0 1 ' +
    '2.4-1.8L14 11M10 5.5a1.5 1.5 0 0 1 2.3-1.3L16 9.2V7.5a1.5 1.5 0 0 1 3 0V14' +
    'a6 6 0 0 1-10.5 4L6 14.8a1.5 1.5 0 0 1 1.5-1.8M14.5 3V1.5M18 4l1-1.3M20.5 6.5' +
    'L22 6',
  laugh: `${FACE}M7.5 10.3a1.5 1.5 0 0 1 2.5 0M14 10.3a1.5 1.5 0 0 1 2.5 0M7.5 13.5h9` + 'a4.5 4.5 0 0 1-9 0',
  surprise: `${FACE}M9 9.5v.01M15 9.5v.01M12 13a2 2.4 0 1 0 .01 0`,
  think: `${FACE}M9 10v.01M15 10v.01M9 15.5l5.5-1M13.5 6.8l3-.8`,
  sigh: `${FACE}M7.5 10.5a1.5 1.5 0 0 0 2.5 0M14 10.5a1.5 1.5 0 0 0 2.5 0M9 16.5` + 'a3.5 3.5 0 0 1 6 0',
};

export const PhraseSign = ({ phrase }: { phrase: Phrase }) => (
  <svg class="said-sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d={DRAWN[phrase]} />
  </svg>
);

export function ChatText({ line }: { line: ChatLine }) {
  const { t } = usePage();
  if (line.phrase && SIGNS.includes(line.phrase))
    return (
      <>
        <PhraseSign phrase={line.phrase} />
        <span class="visually-hidden">{phraseWords(line.phrase, t)}</span>
      </>
    );
  return <bdi>{chatWords(line, t)}</bdi>;
}
