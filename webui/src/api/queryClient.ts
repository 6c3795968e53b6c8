import { QueryClient } from '@tanstack/react-query';
import { onSignOut } from '../state/session';
import { ApiError } from './error';

/** Server data lives here; the socket keeps it fresh, so nothing goes stale by time or by focus alone. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => {
        if (!(error instanceof ApiError)) return false;
        return (error.status === 0 || error.status >= 500) && failures < 2;
      },
    },
    mutations: { retry: false },
  },
});

// Nobody who signs in later in this window sees what was loaded for the one before.
onSignOut(() => queryClient.clear());
