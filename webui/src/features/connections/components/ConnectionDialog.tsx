import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '../../../api/types';
import { errorText, useT } from '../../../i18n';
import { color, font, radius } from '../../../styles/tokens';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { toast } from '../../../ui/toast';
import { useSaveConnection } from '../api';
import { toForm, type ConnectionForm } from '../model';
import { connectionSchema } from '../schema';
import { ConnectionFields } from './ConnectionFields';
import { WebhookHelp } from './WebhookHelp';

const FORM_ID = 'connection-form';

const Failure = styled.p`
  margin-top: 16px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.dangerSoft};
  color: ${color.danger};
  font-size: ${font.base};
`;

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
    resolver: valibotResolver(connectionSchema(edited === null)) as never,
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
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      title={edited ? t('connections.edit') : t('connections.new')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={save.isPending}>
            {t('connections.save')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={FORM_ID} onSubmit={(event) => void handleSave(event)} noValidate>
          <ConnectionFields edited={edited} />
          {save.isError && <Failure role="alert">{errorText(save.error)}</Failure>}
        </form>
      </FormProvider>
    </Dialog>
  );
}
