import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { demoLogins } from '@/api/demo';
import { keys } from '@/api/keys';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { toPayload, type ConnectionForm, type SessionAction } from './model';

/** Simulator numbers exist only in a demo. */
export const useIsDemo = () =>
  useQuery({ queryKey: ['demo'], queryFn: async () => (await demoLogins()) !== null }).data ?? false;

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
