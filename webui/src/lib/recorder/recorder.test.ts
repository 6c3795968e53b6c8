import { beforeEach, describe, expect, it, vi } from 'vitest';
import { record } from './recorder';

/** What the encoder made of the sound. */
const made = { bytes: 0 };
const stopped = vi.fn();

class FakeRecorder extends EventTarget {
  state = 'inactive';
  mimeType = 'audio/webm';
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }));
    this.dispatchEvent(new Event('stop'));
  }
}

class FakeWorker extends EventTarget {
  terminate() {}
  postMessage() {
    const data = new Blob([new Uint8Array(made.bytes)], { type: 'audio/mpeg' });
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

class FakeContext {
  decodeAudioData = () => Promise.resolve({ getChannelData: () => new Float32Array(1) });
}

beforeEach(() => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5000));
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OfflineAudioContext', FakeContext);
  const getUserMedia = () => Promise.resolve({ getTracks: () => [{ stop: stopped }] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  return () => vi.unstubAllGlobals();
});

describe('a recording', () => {
  // spec: S079
  it('of fewer than 10,000 bytes is discarded', async () => {
    made.bytes = 9999;
    const recording = await record();
    expect(await recording.finish()).toBeNull();
    expect(stopped).toHaveBeenCalled();
  });

  // spec: S079 S138
  it('of 10,000 bytes is an MP3 file', async () => {
    made.bytes = 10_000;
    const recording = await record();
    const file = await recording.finish();
    expect([file?.size, file?.type]).toEqual([10_000, 'audio/mpeg']);
    expect(file?.name).toMatch(/^audio-.*\.mp3$/);
  });
});

describe('the encoder', () => {
  // spec: S138
  it('makes one channel of 128 kbit a second', async () => {
    const asked: number[][] = [];
    vi.doMock('@breezystack/lamejs', () => ({
      Mp3Encoder: class {
        constructor(...how: number[]) {
          asked.push(how);
        }
        encodeBuffer = () => new Uint8Array(4);
        flush = () => new Uint8Array(2);
      },
    }));
    const answered = vi.spyOn(self, 'postMessage').mockImplementation(() => undefined);
    await import('./mp3.worker');
    self.dispatchEvent(new MessageEvent('message', { data: { samples: new Float32Array(10), sampleRate: 44_100 } }));
    expect(asked).toEqual([[1, 44_100, 128]]);
    expect(answered).toHaveBeenCalledOnce();
  });
});
