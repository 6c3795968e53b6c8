import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import styled from 'styled-components';
import type { Queue } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { color, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ColorChoice } from '@/ui/ColorChoice';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { Switch } from '@/ui/Switch';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveQueue } from '../api';
import { queueSchema, toForm, type QueueForm } from '../model';

const FORM_ID = 'queue-form';

const Form = styled.form`
  display: grid;
  gap: 16px;
`;

const Panel = styled.div`
  display: grid;
  gap: 12px;
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;

interface QueueDialogProps {
  /** Null makes a new one. */
  queue: Queue | null;
  /** The colours of all queues. */
  taken: readonly string[];
  onClose: () => void;
}

export function QueueDialog({ queue, taken, onClose }: QueueDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(queue);
  const save = useSaveQueue(edited?.id ?? null);
  const { register, handleSubmit, control, formState } = useForm<QueueForm>({
    defaultValues: toForm(edited, taken),
    resolver: valibotResolver(queueSchema),
  });
  const tint = useController({ control, name: 'color' }).field;
  const autoAssign = useController({ control, name: 'autoAssign' }).field;
  const problemOf = (field: keyof QueueForm) => {
    const id = formState.errors[field]?.message;
    return problemText(id);
  };

  const handleSave = handleSubmit((form) =>
    save.mutate(form, {
      onSuccess: () => {
        toast.success(t('queues.saved'));
        onClose();
      },
    }),
  );

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      title={edited ? t('queues.edit') : t('queues.new')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={save.isPending}>
            {t('queues.save')}
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} onSubmit={(event) => void handleSave(event)} noValidate>
        <TextField label={t('queues.field.name')} autoComplete="off" error={problemOf('name')} {...register('name')} />
        <ColorChoice value={tint.value} onChange={tint.onChange} />
        <TextField
          label={t('queues.field.order')}
          hint={t('queues.orderHint')}
          inputMode="numeric"
          autoComplete="off"
          error={problemOf('order')}
          {...register('order')}
        />
        <TextArea
          label={t('queues.field.greeting')}
          hint={t('queues.greetingHint')}
          error={problemOf('greetingMessage')}
          {...register('greetingMessage')}
        />
        <TextArea
          label={t('queues.field.outOfHours')}
          error={problemOf('outOfHoursMessage')}
          {...register('outOfHoursMessage')}
        />
        <Panel>
          <Switch label={t('queues.field.autoAssign')} isOn={autoAssign.value} onChange={autoAssign.onChange} isWide />
          {autoAssign.value && (
            <TextField
              label={t('queues.field.assignMax')}
              hint={t('queues.assignHint')}
              inputMode="numeric"
              autoComplete="off"
              error={problemOf('assignMax')}
              {...register('assignMax')}
            />
          )}
        </Panel>
        {save.isError && <Failure>{errorText(save.error)}</Failure>}
      </Form>
    </Dialog>
  );
}
