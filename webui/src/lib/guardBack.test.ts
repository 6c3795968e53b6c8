import { afterEach, describe, expect, it, vi } from 'vitest';
// First, as in the application: whoever listens before the router is heard before it.
import { guardBack } from './guardBack';

const router = vi.fn();
let release = () => {};

afterEach(() => {
  release();
  window.removeEventListener('popstate', router);
  router.mockReset();
});

function start(isHeld: () => boolean) {
  window.history.replaceState({ idx: 0 }, '', '/tickets');
  window.history.pushState({ idx: 1 }, '', '/contacts');
  window.addEventListener('popstate', router);
  const ask = vi.fn<(leave: () => void) => void>();
  release = guardBack(isHeld, ask);
  return ask;
}

describe('Back while something is not saved', () => {
  it('stays on the page, unheard by the router, and asks', async () => {
    const ask = start(() => true);
    window.history.back();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(window.location.pathname).toBe('/contacts'));
    expect(router).not.toHaveBeenCalled();
    ask.mock.calls[0]?.[0]();
    await vi.waitFor(() => expect(window.location.pathname).toBe('/tickets'));
    await vi.waitFor(() => expect(router).toHaveBeenCalledTimes(1));
  });

  it('goes back as ever when nothing would be lost', async () => {
    const ask = start(() => false);
    window.history.back();
    await vi.waitFor(() => expect(router).toHaveBeenCalledTimes(1));
    expect(window.location.pathname).toBe('/tickets');
    expect(ask).not.toHaveBeenCalled();
  });
});
