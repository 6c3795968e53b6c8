import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Campaign, CampaignStanding, ForecastBody, RecipientState } from '@/api/types';
import { errorText } from '@/i18n';
import { saveTable } from '@/lib/saveAs';
import type { FileChange } from '@/ui/FileField';
import { toast } from '@/ui/toast';
import { bodyOf, configOf, type CampaignForm, type ConfigForm } from './model';

export const campaignPageOptions = (searchParam: string, standing: CampaignStanding | null) =>
  infiniteQueryOptions({
    queryKey: pageKeys.campaignPage(searchParam, standing),
    queryFn: ({ pageParam, signal }) =>
      api.get('/campaigns', {
        query: { searchParam, pageNumber: pageParam, standing: standing ?? undefined },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const campaignOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.campaign(id),
    queryFn: ({ signal }) => api.get('/campaigns/{id}', { path: { id }, signal }),
    refetchOnMount: 'always',
  });

export const recipientOptions = (id: number, state: RecipientState | null, searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.campaignRecipients(id, state, searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/campaigns/{id}/recipients', {
        path: { id },
        query: { state: state ?? undefined, searchParam, pageNumber: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const progressOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.campaignProgress(id),
    queryFn: async ({ signal }) => (await api.get('/campaigns/{id}/progress', { path: { id }, signal })).points,
    refetchOnMount: 'always',
  });

/** What each number may still send today. */
export const numbersOptions = queryOptions({
  queryKey: pageKeys.campaignNumbers,
  queryFn: async ({ signal }) => (await api.get('/campaigns/numbers', { signal })).records,
  refetchOnMount: 'always',
});

/** How long a campaign still takes; asked again with each one who waits no more. */
export const forecastOptions = (id: number, waiting: number) =>
  queryOptions({
    queryKey: pageKeys.campaignForecast(id, waiting),
    queryFn: ({ signal }) => api.get('/campaigns/{id}/forecast', { path: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 60_000,
  });

/** How long one would take that nobody has saved. */
export const newForecastOptions = (body: ForecastBody) =>
  queryOptions({
    queryKey: pageKeys.campaignForecastOf(body),
    queryFn: ({ signal }) => api.post('/campaigns/forecast', { body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

export const configOptions = queryOptions({
  queryKey: pageKeys.campaignSettings,
  queryFn: async ({ signal }) => configOf(await api.get('/campaign-settings', { signal })),
  refetchOnMount: 'always',
});

export const doNotContactOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.doNotContactPage(searchParam),
    queryFn: ({ pageParam, signal }) =>
      api.get('/do-not-contact', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, last) => (page.hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Lists to choose from; the first page is the newest. */
export const listChoicesOptions = queryOptions({
  queryKey: [...pageKeys.mailingLists, 'choices'],
  queryFn: ({ signal }) => api.get('/contact-lists/list', { signal }),
  refetchOnMount: 'always',
});

export const fileChoicesOptions = queryOptions({
  queryKey: [...pageKeys.files, 'choices'],
  queryFn: async ({ signal }) => (await api.get('/files', { query: { searchParam: '', pageNumber: 1 }, signal })).files,
  refetchOnMount: 'always',
});

const showError = (error: unknown) => toast.error(errorText(error));

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.campaigns });
}

interface Saving {
  form: CampaignForm;
  file: FileChange;
}

/** Words first, then the file: a campaign without its file can be mended. The file of one that is copied stays with both. */
export function useSaveCampaign(record: Campaign | null, copied: Campaign | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ form, file }: Saving) => {
      const mediaOf = copied?.mediaPath && file === 'keep' ? { mediaOfCampaignId: copied.id } : {};
      const body = { ...bodyOf(form, record), ...mediaOf };
      const saved = record
        ? await api.put('/campaigns/{id}', { path: { id: record.id }, body })
        : await api.post('/campaigns', { body });
      const path = { id: saved.id };
      if (file === null && record?.mediaPath) await api.delete('/campaigns/{id}/media-upload', { path });
      if (file instanceof File) await api.upload('/campaigns/{id}/media-upload', { path, form: { file } });
      return saved;
    },
    onSettled: refresh,
  });
}

export function useDeleteCampaign() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/campaigns/{id}', { path: { id } }),
    onError: showError,
    onSettled: refresh,
  });
}

export type Step = 'start' | 'cancel' | 'restart' | 'pause' | 'resume';

/** A127: what the server says against it is shown. */
export function useStep() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, step }: { id: number; step: Step }) => api.post(`/campaigns/{id}/${step}`, { path: { id } }),
    onError: showError,
    onSettled: refresh,
  });
}

export function useTest() {
  return useMutation({
    mutationFn: ({ id, number }: { id: number; number: string }) =>
      api.post('/campaigns/{id}/test', { path: { id }, body: { number } }),
  });
}

export const useExport = () =>
  useMutation({
    mutationFn: async ({ id, name }: { id: number; name: string }) => {
      const text = await api.get('/campaigns/{id}/recipients/export', { path: { id } });
      saveTable(`${name}.csv`, text);
    },
    onError: showError,
  });

export function useSaveConfig() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: ConfigForm) =>
      api.post('/campaign-settings', { body: { settings: { ...form, variables: [...form.variables] } } }),
    onSuccess: (rows) => client.setQueryData(pageKeys.campaignSettings, configOf(rows)),
    onError: showError,
  });
}

export function useAddNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: string) => api.post('/do-not-contact', { body: { number } }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.doNotContact }),
  });
}

export function useRemoveNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete('/do-not-contact/{id}', { path: { id } }),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.doNotContact }),
  });
}
