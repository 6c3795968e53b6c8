import { useState } from 'react';
import type { Queue } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { toast } from '@/ui/toast';
import { useDeleteQueue } from '../api';

interface DeleteQueueDialogProps {
  queue: Queue;
  others: readonly Queue[];
  onClose: () => void;
}

/** Says what becomes of those who wait in a queue, before it is deleted. */
export function DeleteQueueDialog({ queue, others, onClose }: DeleteQueueDialogProps) {
  const t = useT();
  const [moveTo, setMoveTo] = useState('');
  const remove = useDeleteQueue();
  const handleDelete = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    remove.mutate(
      { id: queue.id, moveTo: moveTo === '' ? null : Number(moveTo) },
      {
        onSuccess: () => {
          toast.success(t('queues.deleted'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('queues.deleteNamed', { name: queue.name })}
      size="sm"
      saveLabel={t('queues.delete')}
      isSaving={remove.isPending}
      failure={remove.isError ? errorText(remove.error) : null}
      onSubmit={handleDelete}
      onClose={onClose}
    >
      <Select
        label={t('queues.moveTo')}
        hint={t('queues.moveToHint')}
        value={moveTo}
        onValueChange={setMoveTo}
        options={[
          { value: '', label: t('queues.noQueue') },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </FormDialog>
  );
}
