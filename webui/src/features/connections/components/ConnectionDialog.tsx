import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Connection } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { toast } from '@/ui/toast';
import { useSaveConnection } from '../api';
import { toForm, type ConnectionForm } from '../model';
import { connectionSchema } from '../schema';
import { ConnectionFields } from './ConnectionFields';
import { WebhookHelp } from './WebhookHelp';

interface ConnectionDialogProps {
  /** Null makes a new one. */
  connection: Connection | null;
  onClose: () => void;
}

/** Creating and editing a number; a new number of the official API ends with what to enter at Meta. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(connection);
  const [made, setMade] = useState<Connection | null>(null);
  const save = useSaveConnection(edited?.id ?? null);
  const form = useForm<ConnectionForm>({
    defaultValues: toForm(edited),
    // Every field is judged, also those that depend on another one, while a first one is wrong.
    criteriaMode: 'all',
    resolver: valibotResolver(connectionSchema(edited === null)),
  });

  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        toast.success(t('connections.saved'));
        if (saved.cloud && edited === null) setMade(saved);
        else onClose();
      },
    }),
  );

  if (made?.cloud) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t('connections.webhook.title')}
        description={t('connections.webhook.text', { name: made.name })}
        footer={<Button onClick={onClose}>{t('connections.webhook.done')}</Button>}
      >
        <WebhookHelp url={made.cloud.webhookUrl} />
      </Dialog>
    );
  }

  return (
    <FormDialog
      title={edited ? t('connections.edit') : t('connections.new')}
      saveLabel={t('connections.save')}
      isSaving={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <ConnectionFields edited={edited} />
      </FormProvider>
    </FormDialog>
  );
}
