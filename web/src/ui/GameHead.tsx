// The line above a table: the link back, the game, the deal, and buttons that open panels.

import type { ComponentChildren } from 'preact';
import { address } from './address';
import { Sign } from './Sign';

interface Props {
  back: string;
  /** The words of the link back. */
  backTo: string;
  title: string;
  /** The number of the deal and other words, which are shown beside the title if there is room. */
  where: readonly string[];
  /** The words for a spectator, which are shown on a phone too; absent if the reader plays. */
  watching?: string | false;
  /** News for everybody, between the title and the buttons, where the line is wide enough. */
  news?: ComponentChildren;
  /** The buttons at the end of the line. */
  children: ComponentChildren;
}

export function GameHead({ back, backTo, title, where, watching, news, children }: Props) {
  return (
    <header class="game-head" translate={false}>
      <a class="icon-button" href={address(back)} aria-label={backTo}>
        <Sign d="M10 3L5 8l5 5" />
      </a>
      <div class="game-name">
        <h1>{title}</h1>
        {where.map((words) => (
          <span key={words} class="game-deal">
            {words}
          </span>
        ))}
        {watching && <span class="game-deal watching">{watching}</span>}
      </div>
      {news}
      <nav class="game-tools">{children}</nav>
    </header>
  );
}
