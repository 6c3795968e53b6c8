import type { Answer, Arguments, CallOptions, Method, Operation, PathOf, UploadOptions, UploadPath } from './endpoints';
import { ApiError, toApiError } from './error';
import type { Transport, WireAnswer } from './transport';
import type { AuthAnswer } from './types';

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
type FormValue = string | Blob | readonly (string | Blob)[];

/** What goes with a call, whatever the description says of it. */
interface CallParts {
  path?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, FormValue | undefined>;
  signal?: AbortSignal;
  isSigned?: boolean;
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
  /** The stay of a super user in another company, if this tab is in one. */
  stayId: () => number | null;
  /** Runs a refresh alone among all tabs, because a refresh token may be used only once. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  /** Asks before the page is left while an upload is on its way. */
  hold: <T>(task: Promise<T>) => Promise<T>;
}

const BASE = '/api';
const PERMISSION_CODE = /^ERR_(NO_PERMISSION|NO_SUPER|COMPANY_\w+|PLAN_FEATURE\w*)$/;

/** Arrays travel as JSON text, empty values not at all. */
export function toQueryString(query: CallParts['query']): string {
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

/** The path of the description with its values in it. */
const fill = (path: string, values: CallParts['path'] = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** Fields in their order; one without a value is not sent. */
function toForm(fields: NonNullable<CallParts['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value ?? []].flat()) form.append(name, each);
  }
  return form;
}

function bodyOf({ body, form }: CallParts): string | FormData | undefined {
  if (form) return toForm(form);
  return body === undefined ? undefined : JSON.stringify(body);
}

function read(answer: WireAnswer): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw toApiError(answer.status, answer.body);
}

export function createClient(parts: ClientParts) {
  let refreshing: Promise<boolean> | null = null;

  const exchange = (method: string, path: string, options: CallParts) => {
    const body = bodyOf(options);
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    const token = options.isSigned === false ? null : parts.getToken();
    if (token !== null) headers.Authorization = `Bearer ${token}`;
    const url = BASE + fill(path, options.path) + toQueryString(options.query);
    return parts.transport({ ...options, method, url, headers, body });
  };

  const renew = (staleToken: string | null) =>
    parts.exclusively(async () => {
      const current = parts.getToken();
      if (current !== null && current !== staleToken) return true;
      let answer = await exchange('POST', '/auth/refresh_token', { isSigned: false });
      const stay = parts.stayId();
      if (answer.status === 200 && stay !== null) {
        const Authorization = `Bearer ${(answer.body as AuthAnswer).token}`;
        const call = { isSigned: false, headers: { Authorization }, path: { id: stay } };
        answer = await exchange('POST', '/impersonations/{id}/token', call);
      }
      if (answer.status === 200) {
        parts.onSession(answer.body as AuthAnswer);
        return true;
      }
      // A stay that is over is not found.
      if ([401, 403, 404].includes(answer.status)) parts.onSignedOut();
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
  async function call(method: string, path: string, options: CallParts = {}): Promise<unknown> {
    if (options.isSigned === false) return read(await exchange(method, path, options));
    const end = parts.sessionEnd();
    const check = () => {
      if (end.aborted) throw new ApiError('ERR_SIGNED_OUT', 401, '');
    };
    const within = async <A>(step: Promise<A>): Promise<A> => {
      try {
        return await step;
      } finally {
        check();
      }
    };
    const bound = { signal: end, ...options };
    const token = parts.getToken();
    let answer = await within(exchange(method, path, bound));
    if (isStaleToken(answer) && (await within(refresh(token)))) {
      answer = await within(exchange(method, path, bound));
    }
    if (answer.status === 401) parts.onSignedOut();
    return read(answer);
  }

  /** Typed by the description; that the server keeps to it is what the tests of its answers show. */
  const caller =
    <M extends Method>(method: M) =>
    <P extends PathOf<M>>(path: P, ...[options]: Arguments<CallOptions<Operation<M, P>>>) =>
      call(method.toUpperCase(), path, options) as Promise<Answer<Operation<M, P>>>;

  return {
    get: caller('get'),
    post: caller('post'),
    put: caller('put'),
    patch: caller('patch'),
    delete: caller('delete'),
    upload: <P extends UploadPath>(path: P, options: UploadOptions<Operation<'post', P>>) =>
      parts.hold(call('POST', path, { onProgress: () => undefined, ...options })) as Promise<
        Answer<Operation<'post', P>>
      >,
    refresh,
  };
}
