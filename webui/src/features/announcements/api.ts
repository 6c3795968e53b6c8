import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';

/** Nobody tells of a time that has come or is over. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** What is announced, the most urgent first; the socket tells when it changes. */
export const useAnnouncements = () =>
  useInfiniteQuery({
    queryKey: pageKeys.announcements,
    queryFn: ({ pageParam, signal }) => api.get('/announcements', { query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    refetchInterval: LOOK_AGAIN_MS,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  });
