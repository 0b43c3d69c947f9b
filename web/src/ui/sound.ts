// Sounds, off until wanted. And what calls a player back: vibration, a blinking title.

import type { Sound } from './playSound';
import { settings } from './settings';

let context: AudioContext | null = null;

/** Does nothing unless sounds are wanted. Browsers stay silent until the page has been touched once. */
export function play(sound: Sound): void {
  if (!settings.value.sounds || (document.hidden && sound === 'card')) return;
  const audio = (context ??= new AudioContext());
  // At once: within a touch it may, a moment later no longer.
  if (audio.state === 'suspended') void audio.resume();
  void import('./playSound').then(
    (part) => part.playSound(audio, sound),
    () => {
      /* the line is lost: silence */
    },
  );
}

/** It is this reader's turn: a tone, a short buzz. */
export function callToTable(): void {
  play('turn');
  if (settings.value.vibration && matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(60);
}

/** Titles that take turns once a second while nobody looks at the page; where less motion is asked for, only the first.
 * Returns how to stop. */
export function blinkTitle(called: string, calm: string, still: boolean): () => void {
  let on = true;
  document.title = called;
  if (still) return () => {};
  const timer = setInterval(() => {
    on = !document.hidden || !on;
    document.title = on ? called : calm;
  }, 1000);
  return () => clearInterval(timer);
}
