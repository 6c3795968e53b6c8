import { batch, signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { currentStay, keepStay, leaveStay, pageIsOver } from './stay';
import { readStored, writeStored } from './storage';

export type Profile = 'admin' | 'user' | 'supervisor';

/** The plan's feature flags that pages and menu items depend on (S042). */
export type PlanFlag =
  | 'useCampaigns'
  | 'useSchedules'
  | 'useInternalChat'
  | 'useExternalApi'
  | 'useKanban'
  | 'useOpenAi'
  | 'useIntegrations';

export interface Plan extends Record<PlanFlag, boolean> {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  value: number;
}

export interface SessionCompany {
  id: number;
  name: string;
  dueDate: string | null;
  status: boolean;
  campaignsEnabled: boolean;
  plan: Plan | null;
  settings: { key: string; value: string }[];
}

export interface SessionQueue {
  id: number;
  name: string;
  color: string;
}

export interface SessionUser {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  companyId: number;
  allTicket: 'enabled' | 'desabled';
  whatsappId: number | null;
  queues: SessionQueue[];
  company: SessionCompany;
}

export interface Session {
  token: string;
  user: SessionUser;
}

/** `restoring`: a token is in the store and the server has not yet been asked for the session. */
export type SessionStatus = 'restoring' | 'signedIn' | 'signedOut';

const session = signal<Session | null>(null);
const storedToken = () => currentStay()?.token ?? readStored('token');
const status = signal<SessionStatus>(storedToken() === null ? 'signedOut' : 'restoring');

/** S057: what the browser keeps. */
const KEYS = ['token', 'companyId', 'userId', 'companyDueDate', 'cshow'] as const;

export function useSession(): Session | null {
  useSignals();
  return session.value;
}

export function useSessionStatus(): SessionStatus {
  useSignals();
  return status.value;
}

/** The signed-in user; only inside pages behind the guard. */
export function useUser(): SessionUser {
  const current = useSession();
  if (!current) throw new Error('useUser outside the signed-in part');
  return current.user;
}

export function currentSession(): Session | null {
  return session.peek();
}

/** The access token: the live one, or the stored one while a session is being restored. */
export function currentToken(): string | null {
  return session.peek()?.token ?? storedToken();
}

let hasSignedIn = false;

/** Whether anyone has been signed in since the page was loaded. */
export function hadSession(): boolean {
  return hasSignedIn;
}

let end = new AbortController();

/** Aborted when the session in use ends. What a user began must neither go on nor be repeated under the next one's name. */
export function sessionEnd(): AbortSignal {
  return end.signal;
}

export function signIn(next: Session): void {
  if (pageIsOver()) return;
  const known = session.peek();
  hasSignedIn = true;
  batch(() => {
    // The cookie is shared by all tabs: another user may have signed in beside this one.
    if (known && (known.user.id !== next.user.id || known.user.companyId !== next.user.companyId)) signOut();
    session.value = next;
    status.value = 'signedIn';
  });
  const stay = currentStay();
  if (stay) {
    // What the browser keeps is the super user's own.
    keepStay({ ...stay, token: next.token });
    return;
  }
  const { user } = next;
  writeStored('token', next.token);
  writeStored('companyId', String(user.companyId));
  writeStored('userId', String(user.id));
  writeStored('companyDueDate', user.company.dueDate);
  writeStored('cshow', user.company.campaignsEnabled ? 'true' : null);
}

/** A refreshed access token (and user) for the session in use. */
export const updateSession = signIn;

type Listener = () => void;
const signOutListeners = new Set<Listener>();

/** Called after every sign-out, to empty caches and close sockets. Answers the function that stops listening. */
export function onSignOut(listener: Listener): () => void {
  signOutListeners.add(listener);
  return () => {
    signOutListeners.delete(listener);
  };
}

export function signOut(): void {
  if (pageIsOver()) return;
  if (currentStay()) {
    leaveStay();
    return;
  }
  batch(() => {
    session.value = null;
    status.value = 'signedOut';
  });
  for (const key of KEYS) writeStored(key, null);
  const ended = end;
  end = new AbortController();
  ended.abort();
  for (const listener of signOutListeners) listener();
}
