import { describe, expect, it, vi } from 'vitest';
import { createClient, toQueryString, type ClientParts } from './createClient';
import type { WireRequest } from './transport';
import type { AuthAnswer } from './types';

const answer = (status: number, body: unknown = {}) => Promise.resolve({ status, body });

function setup(
  respond: (request: WireRequest) => Promise<{ status: number; body: unknown }>,
  stayId: number | null = null,
) {
  let token: string | null = 'old';
  let end = new AbortController();
  const requests: WireRequest[] = [];
  const parts: ClientParts = {
    transport: (request) => {
      requests.push(request);
      return respond(request);
    },
    getToken: () => token,
    onSession: vi.fn((session: AuthAnswer) => {
      token = session.token;
    }),
    onSignedOut: vi.fn(() => {
      token = null;
    }),
    sessionEnd: () => end.signal,
    stayId: () => stayId,
    exclusively: (task) => task(),
    hold: (task) => task,
  };
  const setToken = (value: string | null) => {
    token = value;
  };
  const changeUser = (next: string) => {
    token = next;
    const ended = end;
    end = new AbortController();
    ended.abort();
  };
  return { client: createClient(parts), parts, requests, setToken, changeUser };
}

const isRefresh = (request: WireRequest) => request.url === '/api/auth/refresh_token';
const hasToken = (request: WireRequest, token: string) => request.headers.Authorization === `Bearer ${token}`;

describe('session of the client', () => {
  // spec: S070
  it('refreshes once for many refused calls and repeats each of them', async () => {
    const { client, requests, parts } = setup((request) => {
      if (isRefresh(request)) return answer(200, { token: 'new' });
      return hasToken(request, 'new') ? answer(200, { ok: true }) : answer(403, { error: 'ERR_TOKEN_INVALID' });
    });
    const saved = client.post('/contacts', { body: { name: 'Bia', number: '5511988887777' } });
    const answers = await Promise.all([client.get('/tickets'), client.get('/queue'), saved]);
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(requests.filter(isRefresh)).toHaveLength(1);
    expect(parts.onSession).toHaveBeenCalledTimes(1);
    expect(requests).toHaveLength(7);
  });

  it("renews the token of a stay by the super user's own sign-in, whose token it does not keep", async () => {
    const { client, requests, parts } = setup((request) => {
      if (isRefresh(request)) return answer(200, { token: 'own' });
      if (request.url === '/api/impersonations/7/token') {
        return hasToken(request, 'own') ? answer(200, { token: 'inside' }) : answer(403);
      }
      return hasToken(request, 'inside') ? answer(200, { ok: true }) : answer(403, { error: 'ERR_TOKEN_INVALID' });
    }, 7);
    expect(await client.get('/tickets')).toEqual({ ok: true });
    expect(parts.onSession).toHaveBeenCalledExactlyOnceWith({ token: 'inside' });
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/tickets',
      '/api/auth/refresh_token',
      '/api/impersonations/7/token',
      '/api/tickets',
    ]);
  });

  it('is over with the stay', async () => {
    const { client, parts } = setup((request) => {
      if (isRefresh(request)) return answer(200, { token: 'own' });
      if (request.url.endsWith('/token')) return answer(404, { error: 'ERR_NO_IMPERSONATION_FOUND' });
      return answer(403, { error: 'ERR_TOKEN_INVALID' });
    }, 7);
    await expect(client.get('/tickets')).rejects.toMatchObject({ status: 403 });
    expect(parts.onSignedOut).toHaveBeenCalledOnce();
  });

  // spec: S070
  it('repeats only once when the answer stays 403', async () => {
    const { client, requests } = setup((request) =>
      isRefresh(request) ? answer(200, { token: 'new' }) : answer(403, { error: 'ERR_TOKEN_INVALID' }),
    );
    await expect(client.get('/tickets')).rejects.toMatchObject({ status: 403, code: 'ERR_TOKEN_INVALID' });
    expect(requests).toHaveLength(3);
  });

  // spec: S070 S126
  it.each(['ERR_NO_PERMISSION', 'ERR_COMPANY_EXPIRED', 'ERR_COMPANY_INACTIVE', 'ERR_PLAN_FEATURE', 'ERR_NO_SUPER'])(
    'throws %s without a refresh',
    async (code) => {
      const { client, requests } = setup(() => answer(403, { error: code, message: 'no' }));
      await expect(client.put('/tickets/{id}', { path: { id: 1 }, body: {} })).rejects.toMatchObject({
        code,
        message: 'no',
      });
      expect(requests).toHaveLength(1);
    },
  );

  // spec: S070 S124
  it('signs out on 401 and when the refresh is refused', async () => {
    const first = setup(() => answer(401, { error: 'ERR_SESSION_EXPIRED' }));
    await expect(first.client.get('/tickets')).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' });
    expect(first.parts.onSignedOut).toHaveBeenCalledTimes(1);

    const second = setup((request) => answer(isRefresh(request) ? 401 : 403, { error: 'ERR_TOKEN_INVALID' }));
    await expect(second.client.get('/tickets')).rejects.toMatchObject({ status: 403 });
    expect(second.parts.onSignedOut).toHaveBeenCalledTimes(1);
  });

  // spec: S119
  it('keeps the session when the sign-in itself is refused', async () => {
    const { client, parts } = setup(() => answer(401, { error: 'ERR_INVALID_CREDENTIALS' }));
    await expect(
      client.post('/auth/login', { body: { email: '', password: '' }, isSigned: false }),
    ).rejects.toMatchObject({ status: 401 });
    expect(parts.onSignedOut).not.toHaveBeenCalled();
  });

  it('takes the token that another tab has fetched instead of refreshing again', async () => {
    const { client, requests, setToken } = setup((request) =>
      hasToken(request, 'theirs') ? answer(200) : answer(403, { error: 'ERR_TOKEN_INVALID' }),
    );
    const call = client.get('/tickets');
    setToken('theirs');
    await call;
    expect(requests.filter(isRefresh)).toHaveLength(0);
  });

  // Without the mend the call went once more, with the bearer of whoever had signed in meanwhile.
  it('never repeats a call of one user with the token of the next', async () => {
    const { client, requests, changeUser } = setup((request) => {
      if (!isRefresh(request)) return answer(hasToken(request, 'old') ? 403 : 200, { error: 'ERR_TOKEN_INVALID' });
      changeUser('of the next');
      return answer(200, { token: 'of the next' });
    });
    await expect(client.post('/messages/{id}', { path: { id: 1 }, body: { body: 'oi' } })).rejects.toMatchObject({
      code: 'ERR_SIGNED_OUT',
    });
    expect(requests.filter((request) => hasToken(request, 'of the next'))).toEqual([]);
  });

  // Without the mend the late 401 signed the next user out, and the upload went on after the sign-out.
  it('ends what is on its way with the session and takes no answer of it', async () => {
    let arrive: (answer: { status: number; body: unknown }) => void = () => undefined;
    const { client, requests, parts, changeUser } = setup(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const call = client.upload('/messages/{id}', { path: { id: 1 }, form: { body: 'oi' } });
    changeUser('of the next');
    expect(requests[0]?.signal?.aborted).toBe(true);
    arrive({ status: 401, body: {} });
    await expect(call).rejects.toMatchObject({ code: 'ERR_SIGNED_OUT' });
    expect(parts.onSignedOut).not.toHaveBeenCalled();
  });

  // spec: S122
  it('reads the code of a conflict whose error is a ticket as text', async () => {
    const body = { error: '{"id":1}', code: 'ERR_OTHER_OPEN_TICKET', userId: 7 };
    const { client } = setup(() => answer(409, body));
    await expect(client.post('/tickets', { body: { contactId: 1 } })).rejects.toMatchObject({
      code: 'ERR_OTHER_OPEN_TICKET',
      body,
    });
  });
});

describe('what goes with a call', () => {
  it('stands in the path without becoming part of it', async () => {
    const { client, requests } = setup(() => answer(200));
    await client.get('/tickets/u/{uuid}', { path: { uuid: '../a b?c' } });
    await client.put('/settings/{settingKey}', { path: { settingKey: 'timeZone' }, body: { value: 'UTC' } });
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/tickets/u/..%2Fa%20b%3Fc', undefined],
      ['PUT', '/api/settings/timeZone', '{"value":"UTC"}'],
    ]);
  });

  it('travels as the fields of a form where there are files, in their order and without what is not set', async () => {
    const { client, requests } = setup(() => answer(200));
    const medias = [new File(['a'], 'a.png'), new File(['b'], 'b.png')];
    const form = { body: ['um', 'dois'], voice: undefined, clientId: 'c', medias };
    await client.upload('/messages/{id}', { path: { id: 1 }, form });
    const sent = requests[0]?.body;
    const fields = sent instanceof FormData ? [...sent].map(([name, value]) => [name, value.valueOf()]) : [];
    expect(fields.map(([name, value]) => [name, value instanceof File ? value.name : value])).toEqual([
      ['body', 'um'],
      ['body', 'dois'],
      ['clientId', 'c'],
      ['medias', 'a.png'],
      ['medias', 'b.png'],
    ]);
  });

  it('is checked by the compiler against the description of the server', () => {
    const { client } = setup(() => answer(200));
    const mistakes = () => [
      // @ts-expect-error no such path
      client.get('/ticket'),
      // @ts-expect-error no such method of this path
      client.patch('/queue'),
      // @ts-expect-error its path wants an id
      client.get('/contacts/{id}'),
      // @ts-expect-error another name in the path
      client.get('/tickets/u/{uuid}', { path: { id: 'u' } }),
      // @ts-expect-error no such question
      client.get('/contacts', { query: { page: 1 } }),
      // @ts-expect-error a number
      client.get('/contacts', { query: { pageNumber: 'first' } }),
      // @ts-expect-error no such field
      client.post('/closing-reasons', { body: { title: 'Pago' } }),
      // @ts-expect-error takes no file
      client.upload('/closing-reasons', { form: {} }),
      // @ts-expect-error no such field of the form
      client.upload('/contacts/import', { form: { sheet: '' } }),
      // @ts-expect-error a list has no name
      client.get('/queue').then((queues) => queues.name),
    ];
    expect(mistakes).toBeTypeOf('function');
  });
});

describe('query text', () => {
  // spec: S095
  it('sends arrays as JSON text and leaves empty values out', () => {
    expect(toQueryString({ pageNumber: 1, tags: [1, 2], users: [], searchParam: '', showAll: false })).toBe(
      '?pageNumber=1&tags=%5B1%2C2%5D&showAll=false',
    );
  });
});
