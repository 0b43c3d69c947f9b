// The page for an address that does not exist: the queen, a sentence, and a link back.

import type { ComponentChildren } from 'preact';
import { Logo } from '../cards/Logo';
import { usePage } from './context';
import { address } from './address';

/** The page with its words. `children`: what the reader can do instead. */
export function NotFound({ words, children }: { words: string; children?: ComponentChildren }) {
  const { t } = usePage();
  return (
    <main class="nowhere felt">
      <Logo size={96} />
      <h1>{words}</h1>
      {children}
      <a class="button" href={address('/')}>
        {t('back')}
      </a>
    </main>
  );
}
