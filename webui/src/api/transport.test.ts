import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './error';
import { streaming } from './streaming';
import { browserTransport, type Transport, type WireRequest } from './transport';

const SECOND = 1000;
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND);

/** A line on which nothing comes back, until the call is given up. */
const hang = (_url: string, { signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const stubFetch = (answer: (url: string, init: { signal: AbortSignal }) => Promise<unknown>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer as typeof fetch);

/** What has become of a call by now. */
function follow(transport: Transport, more: Partial<WireRequest> = {}) {
  const call = { end: 'none' as unknown };
  transport({ method: 'PUT', url: '/api/tickets/1', headers: {}, ...more }).then(
    (answer) => (call.end = answer.status),
    (error: Error) => (call.end = error instanceof ApiError ? error.code : error.name),
  );
  return call;
}

class FakeUpload extends EventTarget {
  static last: FakeUpload | undefined;
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = '';
  isAborted = false;
  constructor() {
    super();
    FakeUpload.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.isAborted = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

// Without the mend a call hung for ever, and the dialog that waited for it could not be left.
it.each([
  ['PUT', 'ERR_NO_ANSWER'],
  ['GET', 'ERR_NETWORK'],
])('gives a %s up of which nothing is heard for half a minute: %s', async (method, code) => {
  stubFetch(hang);
  const call = follow(browserTransport, { method });
  await wait(29);
  expect(call.end).toBe('none');
  await wait(1);
  expect(call.end).toBe(code);
});

it('lets a long answer that has begun go on, for two minutes of silence', async () => {
  let finish: (text: string) => void = () => undefined;
  const text = () => new Promise<string>((resolve) => (finish = resolve));
  stubFetch(() => Promise.resolve({ status: 200, text }));
  const call = follow(browserTransport, { method: 'GET' });
  const lost = follow(browserTransport, { method: 'GET' });
  await wait(119);
  expect(call.end).toBe('none');
  finish('nome;numero');
  await wait(1);
  expect([call.end, lost.end].toSorted()).toEqual([200, 'ERR_NETWORK']);
});

it('lets a file take as long as any of it leaves, and gives it up after two minutes of silence', async () => {
  vi.spyOn(globalThis, 'XMLHttpRequest').mockImplementation(function make() {
    return new FakeUpload() as unknown as XMLHttpRequest;
  });
  await import('./uploading');
  const told: number[] = [];
  const call = follow(browserTransport, { method: 'POST', onProgress: (fraction) => told.push(fraction) });
  await wait(1);
  for (const loaded of [1, 2, 3]) {
    await wait(110);
    FakeUpload.last?.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 4 }));
  }
  await wait(119);
  expect([call.end, told]).toEqual(['none', [0.25, 0.5, 0.75]]);
  await wait(1);
  expect([call.end, FakeUpload.last?.isAborted]).toEqual(['ERR_NO_ANSWER', true]);
});

it('gives up an answer that is read while it comes when no more of it comes', async () => {
  let write: (piece: { value: Uint8Array; done: boolean }) => void = () => undefined;
  const read = () => new Promise((resolve) => (write = resolve));
  stubFetch(() => Promise.resolve({ ok: true, status: 200, body: { getReader: () => ({ read }) } }));
  const pieces: string[] = [];
  const call = follow(
    streaming((piece) => pieces.push(piece)),
    { method: 'POST' },
  );
  await wait(20);
  write({ value: new TextEncoder().encode('Bom dia'), done: false });
  await wait(119);
  expect([call.end, pieces]).toEqual(['none', ['Bom dia']]);
  await wait(1);
  expect(call.end).toBe('ERR_NO_ANSWER');
});

it('tells a call that its own side has ended from one that was lost', async () => {
  stubFetch(hang);
  const own = new AbortController();
  const ended = follow(browserTransport, { signal: own.signal });
  await wait(1);
  own.abort();
  await wait(0);
  expect(ended.end).toBe('AbortError');
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
  const lost = follow(browserTransport);
  await wait(0);
  expect(lost.end).toBe('ERR_NETWORK');
});

it('sends a file without telling how much has left where the code for that does not come', async () => {
  vi.resetModules();
  vi.doMock('./uploading', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { browserTransport: transport } = await import('./transport');
  stubFetch(() => Promise.resolve({ status: 200, text: () => Promise.resolve('') }));
  const call = follow(transport, { method: 'POST', body: new FormData(), onProgress: () => undefined });
  await vi.waitFor(() => expect(call.end).toBe(200));
  vi.doUnmock('./uploading');
});
