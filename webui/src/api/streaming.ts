import { whileHeard, type Transport } from './transport';

/** Reads an answer while it comes, piece by piece; a refusal is read as a whole. */
export const streaming =
  (onPiece: (text: string) => void): Transport =>
  (request) =>
    whileHeard(request, async (signal, hear) => {
      const { method, url, body = null } = request;
      const headers = { ...request.headers, Accept: 'text/event-stream, application/json' };
      const response = await fetch(url, { method, headers, credentials: 'same-origin', body, signal });
      if (!response.ok || !response.body) return { status: response.status, body: await response.json() };
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        hear();
        // one piece after the other
        // eslint-disable-next-line no-await-in-loop
        const { done, value } = await reader.read();
        if (done) break;
        onPiece(decoder.decode(value, { stream: true }));
      }
      return { status: response.status, body: null };
    });
