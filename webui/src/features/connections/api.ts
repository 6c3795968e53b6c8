import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { demoLogins } from '@/api/demo';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { toPayload, type ConnectionForm, type SessionAction } from './model';

/** Simulator numbers exist only in a demo. */
export const useIsDemo = () =>
  useQuery({ queryKey: ['demo'], queryFn: async () => (await demoLogins()) !== null }).data ?? false;

/** What a paired number says of its own business. */
export const ownProfileOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.connectionProfile(id),
    queryFn: ({ signal }) => api.get('/whatsapp/{id}/profile', { path: { id }, signal }),
    refetchOnMount: 'always',
  });

const SESSION_CALLS = {
  tryAgain: (id: number) => api.post('/whatsappsession/{id}', { path: { id } }),
  newQr: (id: number) => api.put('/whatsappsession/{id}', { path: { id } }),
  disconnect: (id: number) => api.delete('/whatsappsession/{id}', { path: { id } }),
};

/** The events of the socket bring the new state; the list is asked again for those who missed them. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.connections });
}

export function useSessionAction() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, action }: { id: number; action: Exclude<SessionAction, 'showQr' | 'connecting'> }) =>
      SESSION_CALLS[action](id),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}

export function useSaveConnection(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (form: ConnectionForm) =>
      id === null
        ? api.post('/whatsapp', { body: toPayload(form) })
        : api.put('/whatsapp/{id}', { path: { id }, body: toPayload(form) }),
    onSuccess: refresh,
  });
}

export function useDeleteConnection() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/whatsapp/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}

/** Letters to type on the phone come with the connection, by event. */
export function useAskLetters(id: number) {
  return useMutation({
    mutationFn: (number: string) => api.post('/whatsappsession/{id}/pairing-code', { path: { id }, body: { number } }),
  });
}

/** How much of the phone's past comes with the next pairing. */
export function useChooseHistory(id: number) {
  const refresh = useRefresh();
  return useMutation({
    // one after the other: the last choice is the one that stays
    scope: { id: `history-${id}` },
    mutationFn: (days: number) => api.put('/whatsappsession/{id}/history', { path: { id }, body: { days } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}

const ASK_AGAIN_MS = 1000;
const OPEN_STATES = ['queued', 'attempting'];

/** Sends a message to one's own phone, and answers how far it came. */
export function useTrial(id: number) {
  const send = useMutation({
    mutationFn: (number: string) =>
      api.post('/whatsapp/{id}/test', { path: { id }, body: number === '' ? {} : { number } }),
  });
  const trial = send.data?.id ?? null;
  const state = useQuery({
    queryKey: ['whatsappTest', id, trial],
    queryFn: ({ signal }) => api.get('/whatsapp/{id}/test', { path: { id }, query: { trial: trial ?? '' }, signal }),
    enabled: trial !== null,
    refetchInterval: ({ state: { data } }) => (data && !OPEN_STATES.includes(data.state) ? false : ASK_AGAIN_MS),
  });
  return { send, outcome: state.data ?? send.data ?? null };
}
