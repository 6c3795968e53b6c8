import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys';
import type { Attendant } from '../../api/types';
import { setPresence } from '../../state/presence';
import type { UserEvent } from '../events';

export function handleUser(client: QueryClient, event: UserEvent): void {
  if (event.action === 'delete') {
    client.setQueryData<Attendant[]>(keys.attendants, (list) => list?.filter((each) => each.id !== event.userId));
    return;
  }
  const { id, name, online } = event.user;
  setPresence(id, online);
  client.setQueryData<Attendant[]>(keys.attendants, (list) =>
    list?.map((each) => (each.id === id ? { ...each, name, online } : each)),
  );
}
