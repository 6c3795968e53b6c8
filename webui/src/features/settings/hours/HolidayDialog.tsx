import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import styled from 'styled-components';
import { queuesOptions } from '@/api/queues';
import type { Holiday } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { DateField } from '@/ui/DateField';
import { FormDialog } from '@/ui/FormDialog';
import { Panel } from '@/ui/Panel';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { inFull } from '@/ui/week';
import { useSaveHoliday } from './api';
import { holidaySchema, toForm, type HolidayForm } from './model';

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 14px;
  align-items: start;
`;

interface HolidayDialogProps {
  /** Null makes a new one. */
  holiday: Holiday | null;
  today: string;
  onClose: () => void;
}

export function HolidayDialog({ holiday, today, onClose }: HolidayDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(holiday);
  const { data: queues = [] } = useQuery(queuesOptions);
  const save = useSaveHoliday(edited?.id ?? null);
  const { register, handleSubmit, control, formState, setValue } = useForm<HolidayForm>({
    defaultValues: edited ? toForm(edited) : { ...toForm(null), date: today },
    resolver: valibotResolver(holidaySchema),
  });
  const isOpen = useController({ control, name: 'isOpen' }).field;
  const yearly = useController({ control, name: 'yearly' }).field;
  const queueId = useController({ control, name: 'queueId' }).field;
  const date = useController({ control, name: 'date' }).field;
  const { errors } = formState;
  const time = (at: 'start' | 'end') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 5,
    error: problemText(errors[at]?.message),
    ...register(at, { onBlur: (event: { target: { value: string } }) => setValue(at, inFull(event.target.value)) }),
  });

  const handleSave = handleSubmit((form) =>
    save.mutate(form, {
      onSuccess: () => {
        toast.success(t('hours.holidaySaved'));
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={edited ? t('hours.editHoliday') : t('hours.newHoliday')}
      saveLabel={t('hours.save')}
      isSaving={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('hours.field.name')}
        autoComplete="off"
        error={problemText(errors.name?.message)}
        {...register('name')}
      />
      <Pair>
        <DateField label={t('hours.field.date')} error={problemText(errors.date?.message)} {...date} />
        <Select
          label={t('hours.field.open')}
          value={isOpen.value ? 'open' : 'closed'}
          options={[
            { value: 'closed', label: t('hours.closed') },
            { value: 'open', label: t('hours.openOnly') },
          ]}
          onValueChange={(value) => isOpen.onChange(value === 'open')}
        />
      </Pair>
      {isOpen.value && (
        <Pair>
          <TextField label={t('hours.field.from')} {...time('start')} />
          <TextField label={t('hours.field.to')} {...time('end')} />
        </Pair>
      )}
      <Panel>
        <Switch label={t('hours.field.yearly')} isOn={yearly.value} onChange={yearly.onChange} isWide />
      </Panel>
      {queues.length > 0 && (
        <Select
          label={t('hours.field.queue')}
          hint={t('hours.queueHint')}
          value={queueId.value}
          options={[
            { value: '', label: t('hours.wholeCompany') },
            ...queues.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onValueChange={queueId.onChange}
        />
      )}
    </FormDialog>
  );
}
