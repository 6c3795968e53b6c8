import { describe, expect, it } from 'vitest';
import { canBePushed, clickedTicket, isForKey, toBase64Url, toBody } from './pushModel';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

describe('a subscription to pushed notices', () => {
  it('is for the key it was made with', () => {
    expect(toBase64Url(bytes(251, 255, 191, 1))).toBe('-_-_AQ');
    expect(isForKey(bytes(251, 255, 191, 1), '-_-_AQ')).toBe(true);
    expect(isForKey(bytes(251, 255, 191, 1), '-_-_AQ==')).toBe(true);
    expect(isForKey(bytes(251, 255, 191, 2), '-_-_AQ')).toBe(false);
    expect(isForKey(null, '-_-_AQ')).toBe(false);
  });

  it('tells the server its address and its two keys, and nothing without them', () => {
    const keys = { p256dh: 'BP', auth: 'AA' };
    expect(toBody({ endpoint: 'https://push.example/1', expirationTime: null, keys })).toEqual({
      endpoint: 'https://push.example/1',
      keys,
    });
    expect(toBody({ endpoint: 'https://push.example/1' })).toBe(null);
    expect(toBody({ keys })).toBe(null);
  });
});

describe('a pushed notice', () => {
  it('is impossible where the browser has no push', () => {
    expect(canBePushed()).toBe(false);
  });

  it('leads to a ticket only by its own word', () => {
    expect(clickedTicket({ ticket: 'a-b' })).toBe('a-b');
    for (const other of [null, 'a-b', {}, { ticket: 7 }]) expect(clickedTicket(other)).toBe(null);
  });
});
