import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import type { Contact } from '../../../api/types';
import { errorText, useT } from '../../../i18n';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/TextField';
import { toast } from '../../../ui/toast';
import { ticketCalls, type NewContact } from '../api';
import { contactSchema } from '../model/contactForm';

const Form = styled.form`
  display: grid;
  gap: 14px;
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

interface NewContactFormProps {
  draft: NewContact;
  onBack: () => void;
  onCreated: (contact: Contact) => void;
}

/** S073 */
export function NewContactForm({ draft, onBack, onCreated }: NewContactFormProps) {
  const t = useT();
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(contactSchema),
    defaultValues: { name: draft.name, number: draft.number, email: draft.email ?? '' },
  });
  const create = useMutation({
    mutationFn: ticketCalls.createContact,
    onSuccess: onCreated,
    onError: (error) => toast.error(errorText(error)),
  });
  const { errors } = formState;
  const textOf = (id: string | undefined) => (id ? t(id) : undefined);
  const submit = handleSubmit(({ name, number, email }) =>
    create.mutate(email === '' ? { name, number } : { name, number, email }),
  );

  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={t('tickets.form.name')} error={textOf(errors.name?.message)} {...register('name')} />
      <TextField
        label={t('tickets.form.number')}
        type="tel"
        inputMode="tel"
        placeholder="5511999998888"
        error={textOf(errors.number?.message)}
        {...register('number')}
      />
      <TextField
        label={t('tickets.form.emailLabel')}
        type="email"
        error={textOf(errors.email?.message)}
        {...register('email')}
      />
      <Foot>
        <Button variant="secondary" onClick={onBack}>
          {t('tickets.stepBack')}
        </Button>
        <Button type="submit" isBusy={create.isPending}>
          {t('tickets.continue')}
        </Button>
      </Foot>
    </Form>
  );
}
