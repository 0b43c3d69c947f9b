// The rules of a game, as its RULES.md tells them, in the reader's language where there is a translation. Loaded when opened.

import './RulesSheet.css';
import { hasLesson } from '../i18n/load';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRoom } from './context';

const files = import.meta.glob('../../../games/*/RULES*.md', { query: '?raw', import: 'default' }) as Record<string, () => Promise<string>>;

export function Rules({ game, rule }: { game: string; rule: string | null }) {
  const { t } = useRoom();
  const el = useRef<HTMLDivElement>(null);
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    void read(game, t.language).then((text) => { if (here) setHtml(text); }, () => { if (here) setHtml(''); });
    return () => { here = false; };
  }, [game, t.language]);
  useEffect(() => {
    if (html === null || !el.current) return;
    for (const mark of el.current.querySelectorAll('.named')) mark.classList.remove('named');
    const at = rule && numbered(el.current, rule);
    if (!at) return;
    at.classList.add('named');
    at.scrollIntoView({ block: 'center' });
  }, [html, rule]);
  if (html === null) return <p class="empty">{t('loading')}</p>;
  if (html === '') return <p class="empty">{t('rules.none')}</p>;
  return (
    <>
      {hasLesson(game) && location.pathname !== learnPath(game) && <a class="button" data-do="learn" href={learnPath(game)}>{t('start.learn')}</a>}
      <div class="rules" ref={el} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

const learnPath = (game: string): string => `/learn/${game}`;

async function read(game: string, language: string): Promise<string> {
  const folder = `../../../games/${game}/RULES`;
  const load = files[`${folder}.${language}.md`] ?? files[`${folder}.md`];
  if (!load) return '';
  const [{ marked }, text] = await Promise.all([import('marked'), load()]);
  return marked.parse(text, { async: false });
}

/** The paragraph that begins with the rule's number in bold: "**S3** Others must follow suit …". */
const numbered = (root: Element, rule: string): Element | null => {
  for (const strong of root.querySelectorAll('strong')) {
    if (strong.textContent?.trim().replace(/[.:]$/, '') === rule) return strong.closest('li, p');
  }
  return null;
};
