import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSaveContact } from '@/api/contacts';
import type { Contact } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { useContactForm } from '@/lib/contactForm';
import { ContactFields } from '@/ui/ContactFields';
import { ExtraInfoFields } from '@/ui/ExtraInfoFields';
import { FormDialog } from '@/ui/FormDialog';
import { toast } from '@/ui/toast';

interface ContactDialogProps {
  /** Null makes a new one. */
  contact: Contact | null;
  onClose: () => void;
}

/** S039 S073: making and editing a contact. */
export default function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(contact);
  const save = useSaveContact(edited);
  const form = useContactForm(edited ?? {});
  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(t('contacts.saved'));
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title={edited ? t('contacts.edit') : t('contacts.new')}
      saveLabel={t('contacts.save')}
      isSaving={save.isPending}
      hasChanges={form.formState.isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <ContactFields isGroup={edited?.isGroup} />
        <ExtraInfoFields />
      </FormProvider>
    </FormDialog>
  );
}
