import type { QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Attendant } from '@/api/types';
import { setPresence } from '@/state/presence';
import { currentSession } from '@/state/session';
import type { UserEvent } from '../events';
import { renewEverywhere } from '../parts';
import { resync } from '../resync';
import type { Handler } from './handler';

type UserUpdate = Extract<UserEvent, { user: unknown }>['user'];

/** The colleagues with one's new state; whoever is new stands where his name belongs. */
function withUser(list: Attendant[], user: UserUpdate): Attendant[] {
  if (list.some((each) => each.id === user.id)) {
    return list.map((each) => (each.id === user.id ? { ...each, ...user } : each));
  }
  return 'queues' in user ? [...list, user].toSorted((one, other) => one.name.localeCompare(other.name)) : list;
}

/** One's own rights or name have changed: the session is read anew, and then everything that it may see. */
async function renewSession(client: QueryClient, user: UserUpdate): Promise<void> {
  const session = currentSession();
  if (session?.user.id !== user.id || !('queues' in user)) return;
  if (await api.refresh()) await resync(client);
}

/** Lays the event over the cache; harmless when it has been done before. */
function storeUser(client: QueryClient, event: UserEvent): void {
  if (event.action === 'delete') {
    client.setQueryData<Attendant[]>(pageKeys.attendants, (list) => list?.filter((each) => each.id !== event.userId));
    return;
  }
  const { user } = event;
  setPresence(user.id, user.online);
  client.setQueryData<Attendant[]>(pageKeys.attendants, (list) => list && withUser(list, user));
}

/** Who comes and goes keeps his name. */
const isPresence = (event: UserEvent) => event.action !== 'delete' && !('queues' in event.user);

export const userHandler: Handler<UserEvent> = {
  store: (client, event) => {
    storeUser(client, event);
    if (event.action !== 'delete' && !isPresence(event)) renewEverywhere(client, 'user', event.user);
  },
  stale: (event) => (isPresence(event) ? [] : [pageKeys.userLists]),
  effects: (client, event) => {
    if (event.action === 'update') void renewSession(client, event.user).catch(() => undefined);
  },
};
