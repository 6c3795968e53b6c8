import { describe, expect, it } from 'vitest';
import { initialQueue, isQueueMissing } from './newTicket';

describe('new ticket', () => {
  // spec: S077
  it('needs a queue unless an admin asks, and takes the only one', () => {
    expect(initialQueue([{ id: 4 }])).toBe(4);
    expect(initialQueue([{ id: 4 }, { id: 5 }])).toBeNull();
    expect(initialQueue([])).toBeNull();
    expect(isQueueMissing(null, 'user')).toBe(true);
    expect(isQueueMissing(null, 'supervisor')).toBe(true);
    expect(isQueueMissing(null, 'admin')).toBe(false);
    expect(isQueueMissing(4, 'user')).toBe(false);
  });
});
