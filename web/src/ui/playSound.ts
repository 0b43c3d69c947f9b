// The sounds, which are synthesised from strokes. This code is loaded when the first sound is played, because sounds
// are off by default.

export type Sound = 'card' | 'turn' | 'refused' | 'end';

/** A stroke: a tone of `hz`, or noise if `hz` is null, with its start, duration and volume. */
interface Stroke {
  hz: number | null;
  at: number;
  s: number;
  gain: number;
}

const SOUNDS: Record<Sound, readonly Stroke[]> = {
  card: [{ hz: null, at: 0, s: 0.05, gain: 0.14 }],
  turn: [
    { hz: 587, at: 0, s: 0.16, gain: 0.1 },
    { hz: 880, at: 0.11, s: 0.26, gain: 0.1 },
  ],
  refused: [{ hz: 196, at: 0, s: 0.14, gain: 0.09 }],
  end: [
    { hz: 440, at: 0, s: 0.5, gain: 0.07 },
    { hz: 554, at: 0.09, s: 0.5, gain: 0.07 },
    { hz: 659, at: 0.18, s: 0.7, gain: 0.07 },
  ],
};

let noise: AudioBuffer | null = null;

export function playSound(audio: AudioContext, which: Sound): void {
  for (const stroke of SOUNDS[which]) strike(audio, stroke);
}

function strike(audio: AudioContext, { hz, at, s, gain }: Stroke): void {
  const start = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + s);
  volume.connect(audio.destination);
  const source = hz === null ? rustle(audio) : tone(audio, hz);
  source.connect(volume);
  source.start(start);
  source.stop(start + s);
}

function tone(audio: AudioContext, hz: number): OscillatorNode {
  const tone = audio.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = hz;
  return tone;
}

/** Returns a sound like that of paper on felt. */
function rustle(audio: AudioContext): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate * 0.1, audio.sampleRate);
    const wave = noise.getChannelData(0);
    for (let i = 0, low = 0; i < wave.length; i++) {
      low += 0.25 * (Math.random() * 2 - 1 - low);
      wave[i] = low;
    }
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  return source;
}
