import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';
import type { QueueIntegration } from './types';

/** As many as one look takes; nobody chooses from more. */
const PAGES_MAX = 10;

/** The company's integrations by name, for those who choose one. */
export const integrationsOptions = queryOptions({
  queryKey: pageKeys.integrationChoice,
  queryFn: async ({ signal }) => {
    const all: QueueIntegration[] = [];
    for (let pageNumber = 1; pageNumber <= PAGES_MAX; pageNumber += 1) {
      // one page says whether there is another
      // eslint-disable-next-line no-await-in-loop
      const page = await api.get('/queueIntegration', { query: { pageNumber }, signal });
      all.push(...page.queueIntegrations);
      if (!page.hasMore) break;
    }
    return all;
  },
});
