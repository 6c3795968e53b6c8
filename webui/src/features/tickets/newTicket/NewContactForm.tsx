import { FormProvider } from 'react-hook-form';
import styled from 'styled-components';
import { useSaveContact } from '@/api/contacts';
import type { Contact } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { useContactForm } from '@/lib/contactForm';
import { Button } from '@/ui/Button';
import { ContactFields } from '@/ui/ContactFields';
import { Failure } from '@/ui/Failure';
import { useSubmitOnce } from '@/ui/useOnce';
import type { NewContact } from '@/features/tickets/api';

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
  const create = useSaveContact(null);
  const form = useContactForm(draft);
  const handleSubmit = form.handleSubmit((values) => create.mutate(values, { onSuccess: onCreated }));
  const submit = useSubmitOnce(create.isPending, handleSubmit);

  return (
    <FormProvider {...form}>
      <Form noValidate onSubmit={submit}>
        <ContactFields />
        {create.isError && <Failure>{errorText(create.error)}</Failure>}
        <Foot>
          <Button variant="secondary" onClick={onBack}>
            {t('newTicket.stepBack')}
          </Button>
          <Button type="submit" isBusy={create.isPending}>
            {t('newTicket.continue')}
          </Button>
        </Foot>
      </Form>
    </FormProvider>
  );
}
