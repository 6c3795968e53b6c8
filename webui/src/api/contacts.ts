import { queryOptions, useMutation } from '@tanstack/react-query';
import { toPayload, type ContactValues } from '@/lib/contactForm';
import { api } from './client';
import { pageKeys } from './pageKeys';
import type { Contact } from './types';

/** One contact; the one that a link names, if it names one. */
export const contactOptions = (id: number | null) =>
  queryOptions({
    queryKey: pageKeys.contact(id ?? 0),
    queryFn: ({ signal }) => api.get('/contacts/{id}', { path: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    // Events of contacts are heard while the page is open; one that was closed asks again.
    refetchOnMount: 'always',
  });

/** What a contact that is a business says of itself. */
export const contactProfileOptions = (id: number) =>
  queryOptions({
    queryKey: pageKeys.contactProfile(id),
    queryFn: ({ signal }) => api.get('/contacts/{id}/profile', { path: { id }, signal }),
    refetchOnMount: 'always',
  });

/** The events of the socket bring the new state into every list. */
export const useSaveContact = (edited: Contact | null) =>
  useMutation({
    mutationFn: (values: ContactValues) => {
      const payload = toPayload(values, edited?.isGroup ?? false);
      return edited
        ? api.put('/contacts/{id}', { path: { id: edited.id }, body: payload })
        : api.post('/contacts', { body: { ...payload, number: payload.number ?? '' } });
    },
  });
