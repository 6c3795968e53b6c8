import { describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { acceptChange, closeChange, reopenChange, returnChange, transferChange } from './transitions';

const ticket = makeTicket({ queueId: 3, userId: 2 });

describe('what a button does to a ticket', () => {
  // spec: S059 S060 S061 S062
  it('accepts, returns, closes and reopens', () => {
    expect(acceptChange(1)).toEqual({ status: 'open', userId: 1 });
    expect(returnChange()).toEqual({ status: 'pending', userId: null });
    expect(closeChange(ticket, 1, {})).toMatchObject({
      status: 'closed',
      userId: 1,
      queueId: 3,
      useIntegration: false,
      promptId: null,
      integrationId: null,
    });
    expect(reopenChange(ticket, 1)).toEqual({ status: 'open', userId: 1, queueId: 3 });
  });

  // spec: S064
  it('transfers to a queue, to a user, and with a connection', () => {
    const nothing = { userId: null, queueId: null, whatsappId: null };
    expect(transferChange(nothing)).toBeNull();
    expect(transferChange({ ...nothing, queueId: 5 })).toEqual({ status: 'pending', userId: null, queueId: 5 });
    expect(transferChange({ ...nothing, userId: 4 })).toEqual({ userId: 4 });
    expect(transferChange({ userId: 4, queueId: 5, whatsappId: 6 })).toEqual({
      userId: 4,
      queueId: 5,
      whatsappId: 6,
    });
  });
});
