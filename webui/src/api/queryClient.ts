import { MutationCache, QueryClient } from '@tanstack/react-query';
import { waitForSubmit } from '@/lib/submitDelay';
import { onSignOut } from '@/state/session';
import { ApiError } from './error';

/** S134: what a form sends waits a moment. */
export function makeMutationCache(): MutationCache {
  return new MutationCache({ onMutate: waitForSubmit });
}

/**
 * Server data lives here; the socket keeps it fresh, so nothing goes stale by time or by focus alone.
 *
 * Without network a request fails at once and says so (`networkMode`). The library would keep it and send it when the
 * network is back: a ticket closed then may have been written to since, and until then its dialog could not be left.
 * What a customer is to read waits in a line of its own (`useOutgoing`).
 */
export const queryClient = new QueryClient({
  mutationCache: makeMutationCache(),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => {
        if (!(error instanceof ApiError)) return false;
        return (error.status === 0 || error.status >= 500) && failures < 2;
      },
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Nobody who signs in later in this window sees what was loaded for the one before.
onSignOut(() => queryClient.clear());
