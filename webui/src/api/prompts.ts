import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';
import type { Prompt } from './types';

/** As many as one look takes; nobody chooses from more. */
const PAGES_MAX = 10;

/** The company's prompts by name, for those who choose one. */
export const promptsOptions = queryOptions({
  queryKey: pageKeys.promptChoice,
  queryFn: async ({ signal }) => {
    const all: Prompt[] = [];
    for (let pageNumber = 1; pageNumber <= PAGES_MAX; pageNumber += 1) {
      // one page says whether there is another
      // eslint-disable-next-line no-await-in-loop
      const page = await api.get('/prompt', { query: { pageNumber }, signal });
      all.push(...page.prompts);
      if (!page.hasMore) break;
    }
    return all;
  },
});
