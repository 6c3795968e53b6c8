/** Makes an MP3 of mono samples, beside the page: a minute of sound takes a second or more. */
import { Mp3Encoder } from '@breezystack/lamejs';

/** S138 */
const KILOBITS = 128;
/** Samples of one frame of MP3; whole frames keep the encoder from copying. */
const FRAME = 1152;

export interface Mp3Task {
  samples: Float32Array<ArrayBuffer>;
  sampleRate: number;
}

function toInt16(samples: Float32Array): Int16Array {
  const whole = new Int16Array(samples.length);
  for (const [at, sample] of samples.entries()) whole[at] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
  return whole;
}

self.addEventListener('message', (event: MessageEvent<Mp3Task>) => {
  const { samples, sampleRate } = event.data;
  const encoder = new Mp3Encoder(1, sampleRate, KILOBITS);
  const whole = toInt16(samples);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < whole.length; at += FRAME) {
    const part = encoder.encodeBuffer(whole.subarray(at, at + FRAME));
    if (part.length > 0) parts.push(part.slice());
  }
  parts.push(encoder.flush().slice());
  self.postMessage(new Blob(parts, { type: 'audio/mpeg' }), { transfer: [] });
});
