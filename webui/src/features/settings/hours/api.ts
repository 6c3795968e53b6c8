import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { ApiError } from '@/api/error';
import { pageKeys } from '@/api/pageKeys';
import type { NationalHoliday } from '@/api/types';
import { toSchedules, toWeek, type Week } from '@/ui/week';
import { toBody, type HolidayForm } from './model';

/** The company's week; an event tells when to ask anew. */
export const companyWeekOptions = (companyId: number) =>
  queryOptions({
    queryKey: [...pageKeys.companyHours, companyId],
    queryFn: ({ signal }) => api.get('/companies/{id}/schedules', { path: { id: companyId }, signal }),
    select: ({ schedules }) => toWeek(schedules),
  });

/** A013: the week is saved as a whole. */
export function useSaveWeek(companyId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (week: Week) =>
      api.put('/companies/{id}/schedules', { path: { id: companyId }, body: { schedules: toSchedules(week) } }),
    onSuccess: (saved) => client.setQueryData([...pageKeys.companyHours, companyId], saved),
  });
}

export const holidaysOptions = queryOptions({
  queryKey: pageKeys.holidays,
  queryFn: ({ signal }) => api.get('/holidays', { signal }),
});

/** What the server offers of a year; it never changes. */
export const nationalOptions = (year: number) =>
  queryOptions({
    queryKey: ['nationalHolidays', year],
    queryFn: ({ signal }) => api.get('/holidays/national', { query: { year }, signal }),
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: pageKeys.holidays });
}

export function useSaveHoliday(id: number | null) {
  return useMutation({
    mutationFn: (form: HolidayForm) => {
      const body = toBody(form);
      return id === null ? api.post('/holidays', { body }) : api.put('/holidays/{id}', { path: { id }, body });
    },
    onSuccess: useRefresh(),
  });
}

export function useDeleteHoliday() {
  return useMutation({
    mutationFn: (id: number) => api.delete('/holidays/{id}', { path: { id } }),
    onSettled: useRefresh(),
  });
}

/** Adds several days; one that somebody else has added meanwhile is there, which is what was wanted. */
export function useAddNational() {
  return useMutation({
    mutationFn: async (days: readonly NationalHoliday[]) => {
      for (const { date, name, yearly } of days) {
        try {
          // one after the other: the company's holidays are counted
          // eslint-disable-next-line no-await-in-loop
          await api.post('/holidays', { body: { date, name, yearly } });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'ERR_HOLIDAY_TAKEN') throw error;
        }
      }
    },
    onSettled: useRefresh(),
  });
}
