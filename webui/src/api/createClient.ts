import { ApiError, toApiError } from './error';
import type { Transport, WireAnswer } from './transport';
import type { AuthAnswer } from './types';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

export interface CallOptions {
  query?: Record<string, QueryValue>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Of a DELETE; other methods take theirs as an argument. */
  body?: unknown;
  /** Set to false for the calls that make a session: no bearer, no refresh, no sign-out. */
  isSigned?: boolean;
}

export interface UploadOptions extends CallOptions {
  onProgress?: (fraction: number) => void;
}

/** What the client needs from the session and from the browser; a test hands in its own. */
export interface ClientParts {
  transport: Transport;
  getToken: () => string | null;
  onSession: (answer: AuthAnswer) => void;
  onSignedOut: () => void;
  /** Aborted when the session in use ends. */
  sessionEnd: () => AbortSignal;
  /** Runs a refresh alone among all tabs, because a refresh token may be used only once. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
}

const BASE = '/api';
const PERMISSION_CODE = /^ERR_(NO_PERMISSION|NO_SUPER|COMPANY_\w+|PLAN_FEATURE\w*)$/;

/** Arrays travel as JSON text, empty values not at all. */
export function toQueryString(query: Record<string, QueryValue> | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object') {
      if (value.length > 0) params.set(name, JSON.stringify(value));
    } else params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

const json = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body));

function read<T>(answer: WireAnswer): T {
  if (answer.status >= 200 && answer.status < 300) return answer.body as T;
  throw toApiError(answer.status, answer.body);
}

export function createClient(parts: ClientParts) {
  let refreshing: Promise<boolean> | null = null;

  const exchange = (method: string, path: string, body: string | FormData | undefined, options: UploadOptions) => {
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    const token = options.isSigned === false ? null : parts.getToken();
    if (token !== null) headers.Authorization = `Bearer ${token}`;
    const { signal, onProgress } = options;
    return parts.transport({
      method,
      url: BASE + path + toQueryString(options.query),
      headers,
      body,
      signal,
      onProgress,
    });
  };

  const renew = (staleToken: string | null) =>
    parts.exclusively(async () => {
      const current = parts.getToken();
      if (current !== null && current !== staleToken) return true;
      const answer = await exchange('POST', '/auth/refresh_token', undefined, { isSigned: false });
      if (answer.status === 200) {
        parts.onSession(answer.body as AuthAnswer);
        return true;
      }
      if (answer.status === 401 || answer.status === 403) parts.onSignedOut();
      return false;
    });

  /** Gets a new access token, once for all callers that ask at the same time. */
  const refresh = (staleToken: string | null = parts.getToken()): Promise<boolean> => {
    refreshing ??= renew(staleToken).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  const isStaleToken = (answer: WireAnswer) =>
    answer.status === 403 && !PERMISSION_CODE.test(toApiError(403, answer.body).code);

  /** A call of a session ends with it: the next user neither repeats it nor is signed out by its answer. */
  async function call<T>(method: string, path: string, body: string | FormData | undefined, options: UploadOptions) {
    if (options.isSigned === false) return read<T>(await exchange(method, path, body, options));
    const end = parts.sessionEnd();
    const check = () => {
      if (end.aborted) throw new ApiError('ERR_SIGNED_OUT', 401, '');
    };
    const within = async <A>(step: Promise<A>): Promise<A> => {
      const result = await step.catch((error: unknown) => {
        check();
        throw error;
      });
      check();
      return result;
    };
    const bound = { signal: end, ...options };
    const token = parts.getToken();
    let answer = await within(exchange(method, path, body, bound));
    if (isStaleToken(answer) && (await within(refresh(token)))) {
      answer = await within(exchange(method, path, body, bound));
    }
    if (answer.status === 401) parts.onSignedOut();
    return read<T>(answer);
  }

  return {
    get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, undefined, options),
    post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('POST', path, json(body), options),
    put: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('PUT', path, json(body), options),
    patch: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('PATCH', path, json(body), options),
    delete: <T>(path: string, options: CallOptions = {}) => call<T>('DELETE', path, json(options.body), options),
    upload: <T>(path: string, form: FormData, options: UploadOptions = {}) =>
      call<T>('POST', path, form, { onProgress: () => undefined, ...options }),
    refresh,
  };
}

export type ApiClient = ReturnType<typeof createClient>;
export { ApiError };
