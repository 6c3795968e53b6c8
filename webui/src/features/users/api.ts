import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { errorText } from '@/i18n';
import { withPasskey } from '@/lib/passkeys';
import { toast } from '@/ui/toast';
import { toPayload, type UserForm } from './model';

export const userListOptions = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: pageKeys.userList(searchParam),
    queryFn: ({ pageParam, signal }) => api.get('/users', { query: { searchParam, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** The events of the socket bring the new state into the list. */
export const useSaveUser = (id: number | null, isAdmin: boolean) =>
  useMutation({
    mutationFn: (form: UserForm) =>
      id === null
        ? api.post('/users', { body: toPayload(form, isAdmin) })
        : withPasskey((proof) =>
            api.put('/users/{id}', { path: { id }, body: { ...toPayload(form, isAdmin), ...proof } }),
          ),
  });

export const useDeleteUser = () =>
  useMutation({
    mutationFn: (id: number) => api.delete('/users/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
  });

export const useTakeOffSecondFactor = () =>
  useMutation({
    mutationFn: (userId: number) => api.delete('/second-factor/{userId}', { path: { userId } }),
    onError: (error) => toast.error(errorText(error)),
  });
