// The page for a missing page: the queen, a sentence, the way back.

import type { ComponentChildren } from 'preact';
import { Logo } from '../cards/Logo';
import { usePage } from './context';
import { address } from './address';

/** `children`: the possible remedies. */
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
