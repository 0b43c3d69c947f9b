// A line of chat: words as text, and emoji as drawings that look the same on every device.

import './ChatText.css';
import type { Phrase, ChatLine } from '../net/protocol';
import { usePage } from './context';
import { SIGNS } from './chatPhrases';
import { phraseWords, chatWords } from './chatWords';

const FACE = 'M12 3a9 9 0 1 0 .01 0';
const DRAWN: Partial<Record<Phrase, string>> = {
  applause:
    'M7.500 13L4.800 9.300a1.500 1.500 0 0 1 2.400-1.800L11 12.500M8 8L6.900 6.500a1.500 1.500 0 0 1 ' +
    '2.400-1.800L14 11M10 5.500a1.500 1.500 0 0 1 2.300-1.300L16 9.200V7.500a1.500 1.500 0 0 1 3 0V14' +
    'a6 6 0 0 1-10.500 4L6 14.800a1.500 1.500 0 0 1 1.500-1.800M14.500 3V1.500M18 4l1-1.300M20.500 6.500' +
    'L22 6',
  laugh:
    `${FACE}M7.500 10.300a1.500 1.500 0 0 1 2.500 0M14 10.300a1.500 1.500 0 0 1 2.500 0M7.500 13.500h9` +
    'a4.500 4.500 0 0 1-9 0',
  surprise: `${FACE}M9 9.500v.01M15 9.500v.01M12 13a2 2.400 0 1 0 .01 0`,
  think: `${FACE}M9 10v.01M15 10v.01M9 15.500l5.500-1M13.500 6.800l3-.8`,
  sigh:
    `${FACE}M7.500 10.500a1.500 1.500 0 0 0 2.500 0M14 10.500a1.500 1.500 0 0 0 2.500 0M9 16.500` +
    'a3.500 3.500 0 0 1 6 0',
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
