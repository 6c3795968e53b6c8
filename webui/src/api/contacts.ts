import { useMutation } from '@tanstack/react-query';
import { toPayload, type ContactValues } from '@/lib/contactForm';
import { api } from './client';
import type { Contact } from './types';

/** The events of the socket bring the new state into every list. */
export const useSaveContact = (edited: Contact | null) =>
  useMutation({
    mutationFn: (values: ContactValues) => {
      const payload = toPayload(values, edited?.isGroup ?? false);
      return edited ? api.put<Contact>(`/contacts/${edited.id}`, payload) : api.post<Contact>('/contacts', payload);
    },
  });
