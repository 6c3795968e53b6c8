import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { ChipChoice } from '@/ui/ChipChoice';
import type { ConnectionForm } from '../model';

export function QueueChoice() {
  const t = useT();
  const queues = useQuery(queuesOptions);
  const { control } = useFormContext<ConnectionForm>();
  const { value, onChange } = useController({ control, name: 'queueIds' }).field;
  return (
    <ChipChoice
      legend={t('connections.field.queues')}
      options={queues.data}
      chosen={value}
      none={t('connections.noQueues')}
      onChange={onChange}
    />
  );
}
