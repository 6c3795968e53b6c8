import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';
import { keys } from '@/api/keys';

/** What shows who one is: the present password and a code of the second factor. */
export interface Proof {
  code: string;
  currentPassword: string;
}

export const secondFactorOptions = queryOptions({
  queryKey: keys.secondFactor,
  queryFn: ({ signal }) => api.get('/second-factor', { signal }),
});

export const useSetUp = () => useMutation({ mutationFn: () => api.post('/second-factor') });

export const useSwitchOn = () =>
  useMutation({
    mutationFn: (body: Proof & { proof: string }) => api.put('/second-factor', { body }),
  });

export const useSwitchOff = () => useMutation({ mutationFn: (body: Proof) => api.delete('/second-factor', { body }) });

export const useRenewCodes = () =>
  useMutation({ mutationFn: (body: Proof) => api.post('/second-factor/recovery-codes', { body }) });
