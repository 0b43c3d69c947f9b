// Sounds, which are off by default, and other signals that call a player back to the table: vibration, and a blinking
// title.

import type { Sound } from './playSound';
import { settings } from './settings';

let context: AudioContext | null = null;

/** Plays a sound if sounds are on. Browsers play nothing until the reader has touched the page once. */
export function play(sound: Sound): void {
  if (!settings.value.sounds || (document.hidden && sound === 'card')) return;
  const audio = (context ??= new AudioContext());
  // Resumes the audio before any `await`, because browsers allow this only during the handling of a touch.
  if (audio.state === 'suspended') void audio.resume();
  void import('./playSound').then(
    (part) => part.playSound(audio, sound),
    () => {
      /* this code cannot be loaded without a connection, so there is no sound */
    },
  );
}

/** Signals that it is the reader's turn, by a tone and a short vibration. */
export function callToTable(): void {
  play('turn');
  if (settings.value.vibration && matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(60);
}

/** Alternates between two titles, once a second, while the page is not visible. If `still` is set, because the reader
 * wants less motion, only the first title is shown. Returns a function that stops the alternation. */
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
