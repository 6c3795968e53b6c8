import { ApiError } from './error';

/** One HTTP exchange, before anything is known about sessions or error bodies. */
export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
}

export interface WireAnswer {
  status: number;
  body: unknown;
}

export type Transport = (request: WireRequest) => Promise<WireAnswer>;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return text;
  }
};

/** The server begins each answer within eight seconds: whoever hears nothing for so long has a line that hangs. */
const ANSWER_MS = 30_000;
/** The same once something was heard, as of a long table, and where files are on their way. */
const MORE_MS = 120_000;

/** Gives a call up of which nothing is heard any more. What it was to change may have been changed. */
export async function whileHeard<A>(
  { method, signal }: WireRequest,
  send: (signal: AbortSignal, hear: () => void) => Promise<A>,
): Promise<A> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = (ms = MORE_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), ms);
  };
  hear(ANSWER_MS);
  const lost = new Promise<never>((_, reject) => {
    silence.signal.addEventListener('abort', reject);
  });
  try {
    // Safari before 17.4 has no `any`: what was given up goes on there, and nobody waits for it.
    const own = signal ?? silence.signal;
    return await Promise.race([lost, send(AbortSignal.any?.([silence.signal, own]) ?? own, hear)]);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(silence.signal.aborted && method !== 'GET' ? 'ERR_NO_ANSWER' : 'ERR_NETWORK', 0, '');
  } finally {
    clearTimeout(timer);
  }
}

export const browserTransport: Transport = (request) =>
  whileHeard(request, async (signal, hear) => {
    const { method, url, headers, body = null, onProgress } = request;
    if (onProgress) hear();
    // No first page uploads anything. Where this code does not come, the file leaves all the same, without progress.
    const uploading = onProgress && (await import('./uploading').catch(() => null));
    if (uploading) {
      const [status, text] = await uploading.sendWithProgress(request, signal, hear);
      return { status, body: parse(text) };
    }
    const response = await fetch(url, { method, headers, credentials: 'same-origin', body, signal });
    hear();
    return { status: response.status, body: parse(await response.text()) };
  });
