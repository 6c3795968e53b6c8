import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { queryClient } from '@/api/queryClient';
import type { Attendant, Chat, ChatMessage, Connection, Contact, TicketNote } from '@/api/types';
import { makeContact } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import * as sound from '@/lib/sound';
import { signIn, signOut } from '@/state/session';
import type { ChatTalk } from './chatPages';
import { dispatch, dispatchAgain, type Arrival } from './dispatch';
import { chatHandler } from './handlers/chat';
import { Replay } from './replay';
import { Sequence } from './sequence';

const replay = new Replay<Arrival>();
const sequence = new Sequence();
let stop = () => {};
const arrive = (...arrivals: Arrival[]) => dispatch(arrivals, sequence, replay);

let isFetching = false;

/** Loads a query whose answer left the server before the events that arrive meanwhile. */
async function loadWhile<T>(queryKey: readonly unknown[], answer: T, ...arrivals: Arrival[]): Promise<void> {
  await queryClient.fetchQuery({
    queryKey,
    queryFn: async () => {
      await vi.waitFor(() => expect(isFetching).toBe(true));
      arrive(...arrivals);
      return answer;
    },
  });
}

beforeEach(() => {
  signIn({ token: 't', user: makeUser() });
  isFetching = false;
  const stopReplay = replay.watch(queryClient, dispatchAgain);
  const unwatch = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') isFetching = true;
  });
  stop = () => {
    stopReplay();
    unwatch();
  };
});

afterEach(() => {
  stop();
  signOut();
  vi.restoreAllMocks();
});

const chat = { id: 3, uuid: 'c', users: [] } as unknown as Chat;
const newMessage = { id: 9, chatId: 3, senderId: 2, message: 'oi' } as unknown as ChatMessage;

// Without the mend only messages, users and connections were laid over a late answer once more.
describe('an answer that left the server before an event', () => {
  it('gets the notes that were written meanwhile', async () => {
    const ticketNote = { id: 4, contactId: 8, note: 'Prefere boleto' } as TicketNote;
    await loadWhile(pageKeys.ticketNotes(8), [], { entity: 'ticketNote', event: { action: 'create', ticketNote } });
    await vi.waitFor(() => expect(queryClient.getQueryData(pageKeys.ticketNotes(8))).toEqual([ticketNote]));
  });

  it('gets the chat messages that came meanwhile, which are heard once', async () => {
    const ping = vi.spyOn(sound, 'playPing').mockImplementation(() => undefined);
    const empty = { pages: [{ records: [], count: 0, hasMore: false }], pageParams: [null] } as ChatTalk;
    await loadWhile(pageKeys.chatMessages(3), empty, {
      entity: 'chat',
      event: { action: 'new-message', newMessage, chat },
    });
    await vi.waitFor(() => {
      const talk = queryClient.getQueryData<ChatTalk>(pageKeys.chatMessages(3));
      expect(talk?.pages[0]?.records).toEqual([newMessage]);
    });
    expect(ping).toHaveBeenCalledTimes(1);
  });

  it("gets a contact's new name", async () => {
    const contact = makeContact({ id: 8, name: 'Beatriz' });
    await loadWhile(pageKeys.contact(8), makeContact({ id: 8, name: 'Bia' }), {
      entity: 'contact',
      event: { action: 'update', contact },
    });
    await vi.waitFor(() => expect(queryClient.getQueryData<Contact>(pageKeys.contact(8))?.name).toBe('Beatriz'));
  });

  it('is asked for once more where only the server knows, and no other query is', async () => {
    queryClient.setQueryData(keys.queues, []);
    const isOld = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
    await loadWhile(keys.quickMessageList, [], {
      entity: 'quickMessage',
      event: { action: 'delete', id: 1 },
    });
    await vi.waitFor(() => expect(isOld(keys.quickMessageList)).toBe(true));
    expect(isOld(keys.queues)).toBe(false);
  });
});

// spec: S113
describe('what is told', () => {
  const tag = {
    id: 5,
    name: 'VIP',
    color: '#b7791f',
    kanban: 1,
    priority: 0,
    category: '',
    userId: null,
    ticketsCount: 1,
  };
  const matriz = { id: 3, name: 'Matriz', status: 'CONNECTED', updatedAt: '2026-07-01T12:00:00Z' } as Connection;
  const numbers = () => queryClient.getQueryData<Connection[]>(keys.connections);
  const colleagues = () => queryClient.getQueryData<Attendant[]>(pageKeys.attendants);

  it('of a number adds it, changes it, says how its session stands, and takes it away', () => {
    queryClient.setQueryData(keys.connections, []);
    arrive({ entity: 'whatsapp', event: { action: 'update', whatsapp: matriz } });
    expect(numbers()).toEqual([matriz]);
    arrive({ entity: 'whatsapp', event: { action: 'update', whatsapp: { ...matriz, name: 'Filial' } } });
    expect(numbers()).toMatchObject([{ id: 3, name: 'Filial' }]);
    const session = { ...matriz, name: 'Filial', status: 'qrcode', qrcode: '2@abc', retries: 1 } as Connection;
    arrive({ entity: 'whatsappSession', event: { action: 'update', session } });
    expect(numbers()).toMatchObject([{ status: 'qrcode', qrcode: '2@abc', retries: 1 }]);
    arrive({ entity: 'whatsapp', event: { action: 'delete', whatsappId: 3 } });
    expect(numbers()).toEqual([]);
  });

  it('of a colleague adds him, changes him, and takes him away', () => {
    const user = { id: 4, name: 'Rafael', online: false, queues: [] } as unknown as Attendant;
    queryClient.setQueryData(pageKeys.attendants, []);
    arrive({ entity: 'user', event: { action: 'create', user } });
    expect(colleagues()).toEqual([user]);
    arrive({ entity: 'user', event: { action: 'update', user: { id: 4, name: 'Rafael', online: true } } });
    expect(colleagues()).toEqual([{ ...user, online: true }]);
    arrive({ entity: 'user', event: { action: 'delete', userId: 4 } });
    expect(colleagues()).toEqual([]);
  });

  it('of a contact changes him where he is shown', () => {
    queryClient.setQueryData(pageKeys.contact(8), makeContact({ id: 8, name: 'Bia' }));
    arrive({ entity: 'contact', event: { action: 'update', contact: makeContact({ id: 8, name: 'Beatriz' }) } });
    expect(queryClient.getQueryData<Contact>(pageKeys.contact(8))?.name).toBe('Beatriz');
  });

  it('of a chat changes it in the list, and adds what was written', () => {
    const pages = (records: object[]) => ({ pages: [{ records, count: 1, hasMore: false }], pageParams: [1] });
    queryClient.setQueryData(keys.chatList(''), pages([chat]));
    queryClient.setQueryData(pageKeys.chatMessages(3), pages([]));
    const renamed = { ...chat, title: 'Estoque' };
    arrive({ entity: 'chat', event: { action: 'update', chat: renamed } });
    expect(queryClient.getQueryData(keys.chatList(''))).toEqual(pages([renamed]));
    vi.spyOn(sound, 'playPing').mockImplementation(() => undefined);
    arrive({ entity: 'chat', event: { action: 'new-message', newMessage, chat: renamed } });
    expect(queryClient.getQueryData<ChatTalk>(pageKeys.chatMessages(3))?.pages[0]?.records).toEqual([newMessage]);
  });

  /** Loads each of them, tells of a change, and answers which are to be asked for anew. */
  function staleAfter(shown: readonly (readonly unknown[])[], told: Arrival) {
    for (const key of shown) queryClient.setQueryData(key, []);
    arrive(told);
    return shown.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
  }

  // spec: A075
  it.each([
    { action: 'create', tag },
    { action: 'update', tag },
    { action: 'delete', tagId: 5 },
  ] as const)('of a tag ($action) has its page, the lanes and their cards read anew', (event) => {
    const shown = [pageKeys.tagPage(''), pageKeys.tagLanes, pageKeys.boardLane('tags:5')];
    expect(staleAfter(shown, { entity: 'tag', event })).toEqual(shown);
    expect(staleAfter([keys.queues], { entity: 'tag', event })).toEqual([]);
  });

  // spec: A075
  it('of a deleted queue has the queues read anew, and the colleagues, users and numbers that had it', () => {
    const shown = [keys.queues, pageKeys.attendants, pageKeys.userList(''), keys.connections];
    expect(staleAfter(shown, { entity: 'queue', event: { action: 'delete', queueId: 10 } })).toEqual(shown);
  });

  it('of an announcement has them all read anew', () => {
    queryClient.setQueryData(pageKeys.announcements, { pages: [], pageParams: [] });
    arrive({ entity: 'announcement', event: { action: 'delete', id: 1 } });
    expect(queryClient.getQueryState(pageKeys.announcements)?.isInvalidated).toBe(true);
  });
});

describe('a deleted chat', () => {
  it('is known to be gone, also where it was opened from the list and never loaded by its link', () => {
    const list = { pages: [{ records: [chat], count: 1, hasMore: false }], pageParams: [1] };
    queryClient.setQueryData(keys.chatList(''), list);
    arrive({ entity: 'chat', event: { action: 'delete', id: 3 } });
    expect(queryClient.getQueryData(pageKeys.chat('c'))).toBeNull();
  });
});

describe('an event whose handler throws', () => {
  // Without the mend it took the rest of its frame with it, and the page stayed wrong without a word.
  it('is reported, stops no other, and everything is brought up to date', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    vi.spyOn(chatHandler, 'store').mockImplementation(() => {
      throw new Error('spoilt');
    });
    const asked = vi.spyOn(queryClient, 'invalidateQueries');
    const ticketNote = { id: 4, contactId: 8, note: 'Prefere boleto' } as TicketNote;
    queryClient.setQueryData(pageKeys.ticketNotes(8), []);
    arrive(
      { entity: 'chat', event: { action: 'update', chat } },
      { entity: 'ticketNote', event: { action: 'create', ticketNote } },
    );
    expect(reported).toHaveBeenCalledTimes(1);
    expect(queryClient.getQueryData(pageKeys.ticketNotes(8))).toEqual([ticketNote]);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    vi.unstubAllGlobals();
  });
});

// spec: A063
it('makes the page ask anew how an invoice stands when a payment is told', async () => {
  await queryClient.fetchQuery({ queryKey: pageKeys.invoice(7), queryFn: () => Promise.resolve({ status: 'open' }) });
  arrive({ entity: 'payment', event: { action: 'CONCLUIDA', company: makeUser().company as never } });
  await vi.waitFor(() => expect(queryClient.getQueryState(pageKeys.invoice(7))?.isInvalidated).toBe(true));
});
