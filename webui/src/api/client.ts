import { currentToken, sessionEnd, signOut, updateSession } from '@/state/session';
import { holdPageFor } from '@/state/leaving';
import { currentStay } from '@/state/stay';
import { createClient } from './createClient';
import { browserTransport, type Transport } from './transport';

/** One tab at a time: a refresh token that is used twice ends the session. */
const exclusively = async <T>(task: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? ((await navigator.locks.request('guiche-refresh', task)) as T) : task();

const parts = {
  getToken: currentToken,
  onSession: updateSession,
  onSignedOut: signOut,
  sessionEnd,
  stayId: () => currentStay()?.id ?? null,
  exclusively,
  hold: holdPageFor,
};

/** The only way to the server. A sign-out closes the signed-in pages, whose guard leads to /login. */
export const api = createClient({ ...parts, transport: browserTransport });
/** The same way, for answers that are read while they come. */
export const apiBy = (transport: Transport) => createClient({ ...parts, transport });
export { ApiError } from './error';
