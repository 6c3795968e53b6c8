import { valibotResolver } from '@hookform/resolvers/valibot';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Connection } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { toast } from '@/ui/toast';
import { useSaveConnection } from '../api';
import { groupsOf, type Group } from '../groups';
import { toForm, type ConnectionForm } from '../model';
import { connectionSchema } from '../schema';
import { ConnectionGroups } from './ConnectionGroups';
import { WebhookHelp } from './WebhookHelp';

interface ConnectionDialogProps {
  /** Null makes a new one. */
  connection: Connection | null;
  onClose: () => void;
  /** A new number whose phone has still to be paired. */
  onMade: (connection: Connection) => void;
}

/** Creating and editing a number; a new number of the official API ends with what to enter at Meta. */
export function ConnectionDialog({ connection, onClose, onMade }: ConnectionDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(connection);
  const [made, setMade] = useState<Connection | null>(null);
  const [group, setGroup] = useState<Group>('general');
  const dialog = useRef<HTMLDivElement>(null);
  const save = useSaveConnection(edited?.id ?? null);
  const form = useForm<ConnectionForm>({
    defaultValues: toForm(edited),
    // Every field is judged, also those that depend on another one, while a first one is wrong.
    criteriaMode: 'all',
    resolver: valibotResolver(connectionSchema(edited === null)),
    // The first wrong field may be in a group that is not shown yet.
    shouldFocusError: false,
  });

  const handleSave = form.handleSubmit(
    (values) =>
      save.mutate(values, {
        onSuccess: (saved) => {
          toast.success(t('connections.saved'));
          if (saved.cloud && edited === null) setMade(saved);
          else if (edited === null) onMade(saved);
          else onClose();
        },
      }),
    (errors) => {
      const wrong = groupsOf(Object.keys(errors));
      const [first] = wrong;
      if (first && !wrong.includes(group)) setGroup(first);
      // After the group is shown.
      requestAnimationFrame(() =>
        dialog.current?.querySelector<HTMLElement>('section:not([hidden]) [aria-invalid]')?.focus(),
      );
    },
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
      size="lg"
      title={edited ? t('connections.edit') : t('connections.new')}
      saveLabel={t('connections.save')}
      isSaving={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <div ref={dialog}>
          <ConnectionGroups edited={edited} chosen={group} onChoose={setGroup} />
        </div>
      </FormProvider>
    </FormDialog>
  );
}
