// Sounds, off by default. And signals that call a player back: vibration, a blinking title.

import type { Sound } from './playSound';
import { settings } from './settings';

let context: AudioContext | null = null;

/** Plays a sound if sounds are on. Browsers stay silent until the page has been touched once. */
export function play(sound: Sound): void {
  if (!settings.value.sounds || (document.hidden && sound === 'card')) return;
  const audio = (context ??= new AudioContext());
  // Resumes at once: browsers allow it within a touch, and a moment later no longer.
  if (audio.state === 'suspended') void audio.resume();
  void import('./playSound').then(
    (part) => part.playSound(audio, sound),
    () => {
      /* the connection is lost: no sound */
    },
  );
}

/** Tells the reader that it is their turn: a tone, a short vibration. */
export function callToTable(): void {
  play('turn');
  if (settings.value.vibration && matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(60);
}

/** Alternates two titles once a second while nobody looks at the page; where less motion is wanted, shows only the
 * first. Returns a function that stops it. */
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
