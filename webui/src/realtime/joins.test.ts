import { describe, expect, it } from 'vitest';
import { Joins } from './joins';

describe('joins', () => {
  // spec: S113
  it('wait for ready, are counted, and are repeated after a reconnect', () => {
    const sent: unknown[][] = [];
    const emit = (...event: unknown[]) => Promise.resolve(sent.push(event));
    const joins = new Joins();
    joins.join({ name: 'Tickets', arg: 'open' });
    joins.join({ name: 'Tickets', arg: 'open' });
    joins.join({ name: 'Notification' });
    expect(sent).toEqual([]);
    void joins.replay(emit);
    expect(sent).toEqual([['joinTickets', 'open'], ['joinNotification']]);
    joins.join({ name: 'ChatBox', arg: 7 });
    joins.leave({ name: 'Tickets', arg: 'open' });
    joins.leave({ name: 'ChatBox', arg: 7 });
    expect(sent.slice(2)).toEqual([
      ['joinChatBox', 7],
      ['leaveChatBox', 7],
    ]);
    joins.pause();
    joins.leave({ name: 'Notification' });
    void joins.replay(emit);
    expect(sent.slice(4)).toEqual([['joinTickets', 'open']]);
  });
});
