import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeUser } from '@/dev/signedIn';
import { currentSession, signIn, signOut } from '@/state/session';
import { api } from './client';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  signOut();
});
afterAll(() => server.close());

const refusal = (status: number, error: string) =>
  HttpResponse.json({ error, message: '', requestId: 'r' }, { status });
const begin = () => signIn({ token: 'old', user: makeUser({ companyId: 3 }) });
const kept = () => ['token', 'companyId'].map((key) => localStorage.getItem(key));

// spec: S057 S070
it('clears token and company and signs out when the server knows the session no more', async () => {
  server.use(http.get('/api/queue', () => refusal(401, 'ERR_SESSION_EXPIRED')));
  begin();
  expect(kept()).toEqual(['old', '3']);
  await expect(api.get('/queue')).rejects.toMatchObject({ status: 401 });
  expect(kept()).toEqual([null, null]);
  expect(currentSession()).toBeNull();
});

// spec: S070 S090
it('goes on with the token and the user that a refresh gives', async () => {
  const bearers: (string | null)[] = [];
  server.use(
    http.get('/api/queue', ({ request }) => {
      const bearer = request.headers.get('authorization');
      bearers.push(bearer);
      return bearer === 'Bearer new' ? HttpResponse.json([]) : refusal(403, 'ERR_TOKEN_INVALID');
    }),
    http.post('/api/auth/refresh_token', () =>
      HttpResponse.json({ token: 'new', user: makeUser({ companyId: 3, name: 'Marina Lima' }) }),
    ),
  );
  begin();
  expect(await api.get('/queue')).toEqual([]);
  expect(bearers).toEqual(['Bearer old', 'Bearer new']);
  expect(kept()).toEqual(['new', '3']);
  expect(currentSession()?.user.name).toBe('Marina Lima');
});
