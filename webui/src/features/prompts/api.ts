import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Setting } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import type { ArticleForm } from './article';
import { toPayload, type PromptForm, type toTrial } from './model';

export const promptPageOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.promptPage(searchParam),
    queryFn: ({ pageParam, signal }) => api.get('/prompt', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.prompts });
}

export function useSavePrompt(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (form: PromptForm) => {
      const body = toPayload(form);
      return id === null ? api.post('/prompt', { body }) : api.put('/prompt/{id}', { path: { id }, body });
    },
    onSuccess: refresh,
  });
}

export function useDeletePrompt() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/prompt/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}

export const useTryPrompt = () =>
  useMutation({
    mutationFn: (body: ReturnType<typeof toTrial>) => api.post('/prompt/test', { body }),
  });

export const usageOptions = queryOptions({
  queryKey: pageKeys.aiUsage,
  queryFn: ({ signal }) => api.get('/ai/usage', { signal }),
  refetchOnMount: 'always',
});

/** Settings of the company, one after the other: where one is refused the ones after it stay as they were. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: async (settings: readonly Setting[]) => {
      for (const { key, value } of settings) {
        // each is a change of its own
        // eslint-disable-next-line no-await-in-loop
        await api.put('/settings/{settingKey}', { path: { settingKey: key }, body: { value } });
      }
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: pageKeys.settings });
      void client.invalidateQueries({ queryKey: usageOptions.queryKey });
    },
  });
}

export const articlesOptions = queryOptions({
  queryKey: pageKeys.articles,
  queryFn: ({ signal }) => api.get('/knowledge', { signal }),
  refetchOnMount: 'always',
});

export const articleOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.article(id),
    queryFn: ({ signal }) => api.get('/knowledge/{id}', { path: { id }, signal }),
    // what is written over is what is stored
    staleTime: 0,
    gcTime: 0,
  });

export function useSaveArticle(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ArticleForm) =>
      id === null ? api.post('/knowledge', { body }) : api.put('/knowledge/{id}', { path: { id }, body }),
    onSuccess: refresh,
  });
}

export function useDeleteArticle() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/knowledge/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
