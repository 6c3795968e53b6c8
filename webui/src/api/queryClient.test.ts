import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './error';
import { queryClient } from './queryClient';

const noNetwork = (): Promise<never> => Promise.reject(new ApiError('ERR_NETWORK', 0, ''));

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

// Both fail while requests wait for the network.
describe('without network', () => {
  it('a decision fails at once, and is not made later', async () => {
    onlineManager.setOnline(false);
    const close = vi.fn(noNetwork);
    const onError = vi.fn();
    const decision = new MutationObserver<void, Error, void>(queryClient, { mutationFn: close, onError });
    await expect(decision.mutate()).rejects.toMatchObject({ code: 'ERR_NETWORK' });
    expect(onError).toHaveBeenCalledOnce();
    expect(decision.getCurrentResult().isPending).toBe(false);

    onlineManager.setOnline(true);
    await queryClient.resumePausedMutations();
    expect(close).toHaveBeenCalledOnce();
  });

  it('what cannot be loaded says so instead of waiting', async () => {
    onlineManager.setOnline(false);
    const tickets = new QueryObserver(queryClient, { queryKey: ['lost'], queryFn: noNetwork, retry: false });
    const stop = tickets.subscribe(() => undefined);
    await vi.waitFor(() => expect(tickets.getCurrentResult().error).toMatchObject({ code: 'ERR_NETWORK' }));
    stop();
  });
});
