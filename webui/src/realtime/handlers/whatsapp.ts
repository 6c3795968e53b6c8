import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import type { Connection } from '@/api/types';
import { compareIso } from '@/lib/iso';
import { renewEverywhere } from '../parts';
import type { WhatsappEvent, WhatsappSessionEvent } from '../events';
import type { Handler } from './handler';

const isOlder = (known: Connection, next: Partial<Connection>) =>
  next.updatedAt !== undefined && compareIso(known.updatedAt, next.updatedAt) > 0;

const merge = (known: Connection, next: Partial<Connection>): Connection =>
  isOlder(known, next) ? known : { ...known, ...next };

function change(client: QueryClient, id: number, next: Partial<Connection>): void {
  client.setQueryData<Connection[]>(keys.connections, (list) =>
    list?.map((each) => (each.id === id ? merge(each, next) : each)),
  );
  client.setQueryData<Connection>(pageKeys.connection(id), (known) => (known ? merge(known, next) : known));
}

function storeWhatsapp(client: QueryClient, event: WhatsappEvent): void {
  if (event.action === 'delete') {
    client.setQueryData<Connection[]>(keys.connections, (list) => list?.filter((each) => each.id !== event.whatsappId));
    client.removeQueries({ queryKey: pageKeys.connection(event.whatsappId) });
    return;
  }
  const { whatsapp } = event;
  client.setQueryData<Connection[]>(keys.connections, (list) =>
    list && !list.some((each) => each.id === whatsapp.id) ? [...list, whatsapp] : list,
  );
  change(client, whatsapp.id, whatsapp);
  renewEverywhere(client, 'whatsapp', whatsapp);
}

export const whatsappHandler: Handler<WhatsappEvent> = { store: storeWhatsapp };

/** Status, QR code and retries of a connection. */
export const whatsappSessionHandler: Handler<WhatsappSessionEvent> = {
  store: (client, { session }) => change(client, session.id, session),
};
