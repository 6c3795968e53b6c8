import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { ApiKey } from '@/api/types';
import { browserTransport, type WireAnswer } from '@/api/transport';
import { errorText, useT } from '@/i18n';
import { toast } from '@/ui/toast';
import { newToken } from './model';
import { toPayload, type KeyForm } from './keyModel';

export const messagesApiOptions = queryOptions({
  queryKey: pageKeys.messagesApi,
  queryFn: ({ signal }) => api.get('/messages-api', { signal }),
  refetchOnMount: 'always',
});

export const callsOptions = (whatsappId: number) =>
  queryOptions({
    queryKey: pageKeys.messagesApiCalls(whatsappId),
    queryFn: ({ signal }) => api.get('/messages-api/{whatsappId}/calls', { path: { whatsappId }, signal }),
    refetchOnMount: 'always',
  });

/** Gives a connection a token that nobody has seen yet; the one before is good for nothing from then on. */
export function useNewToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      const token = newToken();
      await api.put('/whatsapp/{id}', { path: { id }, body: { token } });
      return token;
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.messagesApi }),
  });
}

/** What came back for a trial, as a program gets it. */
export interface TrialAnswer extends WireAnswer {
  millis: number;
}

export interface TrialCall {
  token: string;
  body: Record<string, unknown>;
  files: readonly File[];
  signal?: AbortSignal;
}

/** Calls the route as a program does: with the token of a connection, not with the user's. */
export function useTrial() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ token, body, files }: TrialCall): Promise<TrialAnswer> => {
      const begun = performance.now();
      const form = new FormData();
      for (const [name, value] of Object.entries(body)) form.append(name, String(value));
      for (const file of files) form.append('medias', file);
      const hasFiles = files.length > 0;
      const answer = await browserTransport({
        method: 'POST',
        url: '/api/messages/send',
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          ...(hasFiles ? {} : { 'Content-Type': 'application/json' }),
        },
        body: hasFiles ? form : JSON.stringify(body),
      });
      return { ...answer, millis: Math.round(performance.now() - begun) };
    },
    onSuccess: ({ status }) => {
      if (status < 300) toast.success(t('messagesApi.sent'));
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.messagesApi }),
  });
}

export const apiKeysOptions = queryOptions({
  queryKey: pageKeys.apiKeys,
  queryFn: ({ signal }) => api.get('/api-keys', { signal }),
  refetchOnMount: 'always',
});

/** Answers the key, the only time that it is seen. */
export function useMakeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: KeyForm) => (await api.post('/api-keys', { body: toPayload(form, Date.now()) })).key,
    onSuccess: () => client.invalidateQueries({ queryKey: pageKeys.apiKeys }),
  });
}

/** Says anew what a key is called, may do and when it ends; the programs that have it notice nothing else. */
export function useChangeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ apiKey, form }: { apiKey: ApiKey; form: KeyForm }) =>
      api.put('/api-keys/{id}', { path: { id: apiKey.id }, body: toPayload(form, Date.now(), apiKey) }),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.apiKeys }),
  });
}

export const keyCallsOptions = (id: number, onlyErrors: boolean) =>
  queryOptions({
    queryKey: pageKeys.keyCalls(id, onlyErrors),
    queryFn: ({ signal }) => api.get('/api-keys/{id}/calls', { path: { id }, query: { onlyErrors }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.delete('/api-keys/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.apiKeys }),
  });
}
