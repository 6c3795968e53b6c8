import type { Mp3Task } from './mp3.worker';

/** S079 S138: shorter recordings are a slip of the finger. */
export const BYTES_MIN = 10_000;
/** Milliseconds of sound in so many bytes at 128 kbit a second. */
const MS_MIN = BYTES_MIN / 16;
/** A rate that MP3 knows and every browser decodes to. */
const SAMPLE_RATE = 44_100;

export interface Recording {
  /** Ends it and answers the MP3; null when it is too short to be one. */
  finish: () => Promise<File | null>;
  /** Ends it and forgets it. */
  discard: () => void;
}

/** A recording of one channel as MP3 with 128 kbit a second (S138), made in a worker. */
async function toMp3(recorded: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const sound = await context.decodeAudioData(await recorded.arrayBuffer());
  const samples = new Float32Array(sound.getChannelData(0));
  const worker = new Worker(new URL('./mp3.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', (event: MessageEvent<Blob>) => resolve(event.data));
      worker.addEventListener('error', () => reject(new Error('the encoder failed')));
      const task: Mp3Task = { samples, sampleRate: SAMPLE_RATE };
      worker.postMessage(task, [samples.buffer]);
    });
  } finally {
    worker.terminate();
  }
}

/** S036: records from the microphone. Fails when there is none or it may not be used. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve(), { once: true });
  });
  recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
  recorder.start();
  const begunAt = performance.now();
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    discard: end,
    finish: async () => {
      end();
      await ended;
      // The pieces of a moment may be no sound file at all.
      if (performance.now() - begunAt < MS_MIN) return null;
      const mp3 = await toMp3(new Blob(parts, { type: recorder.mimeType }));
      const name = `audio-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.mp3`;
      return mp3.size < BYTES_MIN ? null : new File([mp3], name, { type: 'audio/mpeg' });
    },
  };
}
