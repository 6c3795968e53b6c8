import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keys } from '@/api/keys';
import type { MessagePage } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { layNewest } from './layNewest';
import { flatten, type MessageData } from './messagePages';

const ticket = makeTicket({ id: 5, contactId: 8 });
const page = (ids: number[], hasMore: boolean): MessagePage => ({
  count: ids.length,
  messages: ids.map((id) => makeMessage({ id, ticketId: 5 })),
  ticket,
  hasMore,
  tickets: [],
});

// Without the mend message 4 was gone as soon as the older page was there.
it('keeps the newest messages while an older page is on its way', async () => {
  const client = new QueryClient();
  const queryKey = keys.messages(5);
  let answer: (older: MessagePage) => void = () => undefined;
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam }) =>
      pageParam === null ? page([3], true) : new Promise<MessagePage>((resolve) => (answer = resolve)),
    initialPageParam: null as number | null,
    getNextPageParam: (last: MessagePage) => (last.hasMore ? last.messages[0]?.id : undefined),
    staleTime: Infinity,
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  const older = observer.fetchNextPage();
  layNewest(client, 5, page([3, 4], true));
  answer(page([1, 2], false));
  await older;
  await Promise.resolve();
  expect(flatten(client.getQueryData<MessageData>(queryKey)).map((message) => message.id)).toEqual([1, 2, 3, 4]);
  stop();
});
