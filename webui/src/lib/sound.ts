/** The sound of a new message: two short tones, made by the browser. */
const TONES = [
  { frequency: 880, at: 0 },
  { frequency: 1174.66, at: 0.12 },
];
const LENGTH_S = 0.28;
const MIN_GAP_MS = 700;

let context: AudioContext | null = null;
let lastAt = Number.NEGATIVE_INFINITY;

/** Plays at a volume of 0 to 1. Many messages at once make one sound; a browser that refuses stays silent. */
export function playPing(volume: number): void {
  const now = performance.now();
  if (volume <= 0 || now - lastAt < MIN_GAP_MS || typeof AudioContext === 'undefined') return;
  lastAt = now;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume().then(
    () => ring(audio, volume),
    () => undefined,
  );
}

function ring(audio: AudioContext, volume: number): void {
  for (const { frequency, at } of TONES) {
    const start = audio.currentTime + at;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = 'sine';
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, volume * 0.35), start + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH_S);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + LENGTH_S);
  }
}
