// A button that can be disabled with a reason, or that must be held to be pressed.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { usePage } from './context';
import { keySign } from './keySign';
import { toast } from './toast';

export interface ButtonProps {
  children?: ComponentChildren;
  onPress(): void;
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  /** The reason why the button has no effect now. The button can still be pressed, and then shows this reason. */
  why?: string | null;
  /** True if the button looks disabled but still reports presses, so that the board can find the reason. */
  barred?: boolean;
  /** The time in ms for which the button must be held, for actions that would be costly by mistake. */
  holdMs?: number;
  /** The words that are shown after the button was released too soon. If they are absent, the page explains how to
   * press the button. */
  holdWords?: string;
  label?: string;
  pressed?: boolean;
  /** The name of the action, for tests and styles: the same in every language. */
  does?: string;
  /** The key that presses the button, which is shown to people with a keyboard. Of several keys ("b Enter") the first
   * is shown. */
  shortcut?: string;
}

export function Button({
  children,
  onPress,
  kind = 'plain',
  why,
  barred,
  holdMs,
  holdWords,
  label,
  pressed,
  does,
  shortcut,
}: ButtonProps) {
  const { t } = usePage();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const held = useRef(false);
  const el = useRef<HTMLButtonElement>(null);
  const release = () => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    el.current?.classList.remove('holding');
  };
  const hold = () => {
    held.current = false;
    if (!holdMs || why || timer.current) return;
    el.current?.style.setProperty('--hold-ms', `${holdMs}ms`);
    el.current?.classList.add('holding');
    timer.current = setTimeout(() => {
      held.current = true;
      release();
      onPress();
    }, holdMs);
  };
  const words = holdWords ?? t('button.hold');
  const letGo = () => {
    if (timer.current) toast(words);
    release();
  };
  return (
    <button
      ref={el}
      type="button"
      class={`button ${kind}${holdMs ? ' hold' : ''}`}
      aria-disabled={why || barred ? 'true' : undefined}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      data-shortcut={shortcut}
      data-do={does}
      onClick={() => {
        if (why) toast(why);
        else if (!holdMs) onPress();
        else if (!held.current && !timer.current) toast(words);
      }}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onKeyDown={(e) => {
        if (!e.repeat && (e.key === 'Enter' || e.key === ' ')) hold();
      }}
      onKeyUp={letGo}
      onBlur={release}
    >
      <span class="button-words">{children}</span>
      {shortcut && <kbd aria-hidden="true" data-key={keySign(shortcut.split(' ')[0]!)} />}
    </button>
  );
}
