import { ApiError } from './error';
import type { Transport } from './transport';

/** Reads an answer while it comes, piece by piece; a refusal is read as a whole. */
export const streaming =
  (onPiece: (text: string) => void): Transport =>
  async ({ method, url, headers, body, signal }) => {
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, Accept: 'text/event-stream, application/json' },
        credentials: 'same-origin',
        body: body ?? null,
        signal: signal ?? null,
      });
      if (!response.ok || !response.body) return { status: response.status, body: await response.json() };
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        // one piece after the other
        // eslint-disable-next-line no-await-in-loop
        const { done, value } = await reader.read();
        if (done) break;
        onPiece(decoder.decode(value, { stream: true }));
      }
      return { status: response.status, body: null };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new ApiError('ERR_NETWORK', 0, '');
    }
  };
