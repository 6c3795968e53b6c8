import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type FormEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import styled from 'styled-components';
import { useSaveContact } from '@/api/contacts';
import { pageKeys } from '@/api/pageKeys';
import type { Contact } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { useContactForm } from '@/lib/contactForm';
import { noteSubmit } from '@/lib/submitDelay';
import { Button } from '@/ui/Button';
import { ContactFields } from '@/ui/ContactFields';
import { ExtraInfoFields } from '@/ui/ExtraInfoFields';
import { Failure } from '@/ui/Failure';
import { toast } from '@/ui/toast';

const Form = styled.form`
  display: grid;
  gap: 14px;
  padding: 16px;
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

interface ContactFormProps {
  contact: Contact;
  onDone: () => void;
  /** Whether closing would lose something now. */
  onChanged: (isChanged: boolean) => void;
}

/** S038 S073 */
export function ContactForm({ contact, onDone, onChanged }: ContactFormProps) {
  const t = useT();
  const client = useQueryClient();
  const save = useSaveContact(contact);
  const form = useContactForm(contact);
  const { isDirty } = form.formState;
  // Synchronises with what closes the form.
  useEffect(() => {
    onChanged(isDirty);
    return () => onChanged(false);
  }, [isDirty, onChanged]);
  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        client.setQueryData(pageKeys.contact(saved.id), saved);
        toast.success(t('drawer.contactSaved'));
        onDone();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    noteSubmit();
    void handleSave(event);
  };

  return (
    <FormProvider {...form}>
      <Form noValidate aria-label={t('drawer.edit')} onSubmit={submit}>
        <ContactFields isGroup={contact.isGroup} />
        <ExtraInfoFields />
        {save.isError && <Failure>{errorText(save.error)}</Failure>}
        <Foot>
          <Button variant="secondary" disabled={save.isPending} onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {t('drawer.save')}
          </Button>
        </Foot>
      </Form>
    </FormProvider>
  );
}
