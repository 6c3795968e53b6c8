import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { NewTemplate } from '@/api/types';
import { errorText } from '@/i18n';

/** What went wrong, with Meta's own words where it refused. */
export function refusalText(error: unknown): string {
  const [meta] = error instanceof ApiError ? (error.details.meta ?? []) : [];
  return meta ? `${errorText(error)} ${meta}` : errorText(error);
}

/** The socket's event brings the change to others; who made it does not wait for it. */
function useRenew(connectionId: number) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.templates(connectionId) });
}

export function useCreateTemplate(connectionId: number) {
  const renew = useRenew(connectionId);
  return useMutation({
    mutationFn: ({ template, file }: { template: NewTemplate; file: File | null }) => {
      const to = { path: { id: connectionId } };
      return file
        ? api.upload('/whatsapp/{id}/templates', { ...to, form: { template: JSON.stringify(template), file } })
        : api.post('/whatsapp/{id}/templates', { ...to, body: template });
    },
    onSuccess: renew,
  });
}

/** Gives a template the file that goes with it where no other one is chosen. */
export function useAttachToTemplate(connectionId: number) {
  const renew = useRenew(connectionId);
  return useMutation({
    mutationFn: ({ templateId, file }: { templateId: number; file: File }) =>
      api.upload('/whatsapp/{id}/templates/{templateId}/media-upload', {
        path: { id: connectionId, templateId },
        form: { file },
      }),
    onSettled: renew,
  });
}

export function useDeleteTemplate(connectionId: number) {
  const renew = useRenew(connectionId);
  return useMutation({
    mutationFn: (templateId: number) =>
      api.delete('/whatsapp/{id}/templates/{templateId}', { path: { id: connectionId, templateId } }),
    onSettled: renew,
  });
}

export function useRefreshTemplates(connectionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/whatsapp/{id}/templates/refresh', { path: { id: connectionId } }),
    onSuccess: (templates) => client.setQueryData(pageKeys.templates(connectionId), templates),
  });
}
