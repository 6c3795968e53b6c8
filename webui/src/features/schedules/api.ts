import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Schedule } from '@/api/types';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import { toPayload, type ScheduleForm } from './model';

/** S077: shorter texts find everybody. */
export const MIN_SEARCH = 3;
/** Pages of 200 of one month; beyond them a calendar shows nothing that could be read. */
const PAGES_MAX = 10;

interface Span {
  dateStart: string;
  dateEnd: string;
}

async function loadAll(span: Span, searchParam: string, signal: AbortSignal): Promise<Schedule[]> {
  const all: Schedule[] = [];
  for (let pageNumber = 1; pageNumber <= PAGES_MAX; pageNumber += 1) {
    // Each page says whether another one follows.
    // eslint-disable-next-line no-await-in-loop
    const page = await api.get('/schedules', { query: { ...span, searchParam, pageNumber }, signal });
    all.push(...page.schedules);
    if (!page.hasMore) break;
  }
  return all;
}

/** What is in the calendar around a month; socket events keep it fresh. */
export const useSchedules = (span: Span, searchParam: string) =>
  useQuery({
    queryKey: [...pageKeys.schedules, span.dateStart, searchParam],
    queryFn: ({ signal }) => loadAll(span, searchParam, signal),
    placeholderData: keepPreviousData,
  });

export interface Save {
  id: number | null;
  form: ScheduleForm;
  userId: number;
  /** A new picture; null takes the stored one away, undefined keeps it. */
  picture: File | null | undefined;
}

async function save({ id, form, userId, picture }: Save): Promise<Schedule> {
  const payload = toPayload(form, userId);
  // A picture that goes must go first: its text may be longer than a caption.
  if (id !== null && picture === null) await api.delete('/schedules/{id}/media-upload', { path: { id } });
  const saved =
    id === null
      ? await api.post('/schedules', { body: payload })
      : await api.put('/schedules/{id}', { path: { id }, body: payload });
  if (picture) {
    await api.upload('/schedules/{id}/media-upload', { path: { id: saved.id }, form: { file: picture } });
  }
  return saved;
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.schedules });
}

export function useSaveSchedule() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: save, onSettled: refresh });
}

export function useDeleteSchedule() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api.delete('/schedules/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refresh,
  });
}
