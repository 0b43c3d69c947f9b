// The rules of a game in the reader's language: a summary with pictures of cards, followed by the numbered rules. This
// code is loaded when the rules are opened.

import './RulesSheet.css';
import { wantsAllOfGame } from '../i18n/load';
import { hasLesson } from '../i18n/loadExtra';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { T } from '../i18n/words';
import { PageContext, usePage } from './context';
import { exactText, summaryText } from './rulesText';
import { Sheet } from './Sheet';
import { address } from './address';
import { isHere } from './wholeAddress';

type Files = Record<string, () => Promise<string>>;
const summaries = import.meta.glob('../../../games/*/rules/*.md', { query: '?raw', import: 'default' }) as Files;
const exact = import.meta.glob('../../../games/*/RULES*.md', { query: '?raw', import: 'default' }) as Files;

// The full rules name the options, so they need all words of the game.
wantsAllOfGame.value = true;

export function Rules({ game, rule }: { game: string; rule: string | null }) {
  const { t } = usePage();
  const el = useRef<HTMLDivElement>(null);
  const [html, setHtml] = useState<{ summary: string; exact: string } | null>(null);
  useEffect(() => {
    let here = true;
    void read(game, t).then(
      (texts) => {
        if (here) setHtml(texts);
      },
      () => {
        if (here) setHtml({ summary: '', exact: '' });
      },
    );
    return () => {
      here = false;
    };
  }, [game, t]);
  useEffect(() => {
    if (html === null || !el.current) return;
    for (const mark of el.current.querySelectorAll('.named')) mark.classList.remove('named');
    const at = rule && numbered(el.current, rule);
    if (!at) return;
    at.closest('details')?.setAttribute('open', '');
    at.classList.add('named');
    at.scrollIntoView({ block: 'center' });
  }, [html, rule]);
  if (html === null) return <p class="empty">{t('loading')}</p>;
  if (html.exact === '') return <p class="empty">{t('rules.none')}</p>;
  return (
    <>
      {hasLesson(game) && !isHere(learnPath(game)) && (
        <a class="button" data-do="learn" href={address(learnPath(game))}>
          {t('start.learn')}
        </a>
      )}
      <h2 class="visually-hidden">{t('rules.title')}</h2>
      <div class="rules" ref={el}>
        <div dangerouslySetInnerHTML={{ __html: html.summary }} />
        <details open={html.summary === ''}>
          <summary>{t('rules.exact')}</summary>
          <div dangerouslySetInnerHTML={{ __html: html.exact }} />
        </details>
      </div>
    </>
  );
}

/** The rules in a sheet of their own, for pages without a table, such as the start page. */
export function RulesOf({ game, t, onClose }: { game: string; t: T; onClose(): void }) {
  const page = usePage();
  return (
    <PageContext.Provider value={{ ...page, t }}>
      <Sheet title={t('rules.of', { game: t('title') })} modal wide onClose={onClose}>
        <Rules game={game} rule={null} />
      </Sheet>
    </PageContext.Provider>
  );
}

const learnPath = (game: string): string => `/learn/${game}`;

async function read(game: string, t: T): Promise<{ summary: string; exact: string }> {
  const folder = `../../../games/${game}`;
  const [{ marked }, summary, text] = await Promise.all([
    import('marked'),
    (summaries[`${folder}/rules/${t.language}.md`] ?? summaries[`${folder}/rules/en.md`])?.(),
    (exact[`${folder}/RULES.${t.language}.md`] ?? exact[`${folder}/RULES.md`])?.(),
  ]);
  const html = (words: string) => marked.parse(words, { async: false });
  return {
    summary: summary ? html(summaryText(summary, t.language)) : '',
    exact: text ? html(exactText(text, t)) : '',
  };
}

/** Returns the paragraph of a rule. It begins with the rule's number in bold, as in "**S3** Others must follow suit
 * …". */
const numbered = (root: Element, rule: string): Element | null => {
  for (const strong of root.querySelectorAll('strong')) {
    if (strong.textContent?.trim().replace(/[.:]$/, '') === rule) return strong.closest('li, p');
  }
  return null;
};
