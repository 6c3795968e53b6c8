/** The simulator's own interface: the demo's phones, outside of any session. */
import { toApiError } from './error';
import { browserTransport } from './transport';

const BASE = '/simulator/api';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await browserTransport({
    method,
    url: BASE + path,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && !isForm ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
  });
  if (answer.status < 200 || answer.status >= 300) throw toApiError(answer.status, answer.body);
  return answer.body as T;
}

export const simulatorApi = {
  get: <T>(path: string) => call<T>('GET', path),
  post: <T>(path: string, body: unknown = {}) => call<T>('POST', path, body),
  put: <T>(path: string, body: unknown) => call<T>('PUT', path, body),
  delete: <T>(path: string) => call<T>('DELETE', path),
};
