import { describe, expect, it } from 'vitest';
import { readView, toFilters, writeView } from './filters';

describe('the list in the address', () => {
  // spec: S029 S030
  it('survives the way there and back and leaves defaults out', () => {
    expect(writeView(readView(new URLSearchParams(), true), true).toString()).toBe('');
    const text = 'tab=search&list=pending&queues=3.1&all=0&q=bea&in=messages&tags=2&users=7.8&numbers=4&status=closed';
    expect(writeView(readView(new URLSearchParams(text), true), true).toString()).toBe(text);
  });

  it('ignores what it does not know', () => {
    const view = readView(new URLSearchParams('tab=x&list=closed&queues=a.-1.0.5.5&status=odd&all=1'), false);
    expect(view).toMatchObject({ tab: 'open', subTab: 'open', queueIds: [5], status: null, showAll: true });
  });

  // spec: S028 S030
  it('asks for all in the closed list, and elsewhere only for those who may', () => {
    const view = readView(new URLSearchParams('all=1'), false);
    expect(toFilters(view, false).showAll).toBe(false);
    expect(toFilters(view, true)).toMatchObject({ showAll: true, status: 'open' });
    expect(toFilters(view, true, 'lead').status).toBe('lead');
    expect(toFilters({ ...view, tab: 'closed' }, false)).toMatchObject({ showAll: true, status: 'closed' });
    expect(toFilters({ ...view, tab: 'search', text: ' bea ' }, true)).toMatchObject({
      searchParam: 'bea',
      status: null,
    });
  });
});
