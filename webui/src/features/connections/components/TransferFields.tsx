import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Select } from '@/ui/Select';
import type { ConnectionForm } from '../model';
import { NumberField } from './NumberField';

/** Where those go who choose no queue, and when. */
export function TransferFields() {
  const t = useT();
  const queues = useQuery(queuesOptions);
  const { control } = useFormContext<ConnectionForm>();
  const { value, onChange } = useController({ control, name: 'transferQueueId' }).field;
  const options = (queues.data ?? []).map((queue) => ({ value: String(queue.id), label: queue.name }));
  return (
    <>
      <Select
        label={t('connections.field.transferQueueId')}
        placeholder={t('connections.noTransfer')}
        value={value}
        options={options}
        onValueChange={onChange}
      />
      <NumberField name="timeToTransfer" />
    </>
  );
}
