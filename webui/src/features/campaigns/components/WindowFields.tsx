import { Controller, useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { problemText, useT } from '@/i18n';
import { Checkbox } from '@/ui/Checkbox';
import { DateTimeField, TimeField } from '@/ui/DateField';
import { FieldGroup } from '@/ui/FieldGroup';
import { Panel } from '@/ui/Panel';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import type { CampaignForm } from '../model';

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 12px;
`;

const Days = styled(FieldGroup)`
  grid-auto-flow: column;
  grid-auto-columns: max-content;
  overflow-x: auto;
`;

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
const DIRTY = { shouldDirty: true };

/** When it begins, when it may write, and to how many a day. */
export function WindowFields({ isLocked }: { isLocked: boolean }) {
  const t = useT();
  const { register, control, watch, setValue, formState } = useFormContext<CampaignForm>();
  const scheduledAt = useController({ control, name: 'scheduledAt' }).field;
  const hasWindow = watch('hasWindow');
  const weekdays = watch('weekdays');
  return (
    <>
      <Row>
        <DateTimeField
          label={t('campaigns.field.scheduledAt')}
          hint={t('campaigns.field.scheduledAtHint')}
          {...scheduledAt}
          canBeEmpty
          disabled={isLocked}
        />
        <TextField
          label={t('campaigns.field.dailyCap')}
          hint={t('campaigns.field.dailyCapHint')}
          inputMode="numeric"
          autoComplete="off"
          disabled={isLocked}
          error={problemText(formState.errors.dailyCap?.message)}
          {...register('dailyCap')}
        />
      </Row>
      <Panel>
        <Switch
          label={t('campaigns.field.window')}
          isOn={hasWindow}
          disabled={isLocked}
          onChange={(isOn) => setValue('hasWindow', isOn, DIRTY)}
          isWide
        />
        {hasWindow && (
          <>
            <Days>
              <legend>{t('campaigns.field.weekdays')}</legend>
              {DAYS.map((day) => (
                <Checkbox
                  key={day}
                  label={t(`campaigns.day.${day}`)}
                  isChecked={weekdays.includes(day)}
                  disabled={isLocked}
                  onChange={(isChecked) =>
                    setValue(
                      'weekdays',
                      isChecked ? [...weekdays, day].toSorted() : weekdays.filter((each) => each !== day),
                      DIRTY,
                    )
                  }
                />
              ))}
            </Days>
            <Row>
              {(['start', 'end'] as const).map((name) => (
                <Controller
                  key={name}
                  control={control}
                  name={name}
                  render={({ field }) => (
                    <TimeField label={t(`campaigns.field.${name}`)} {...field} disabled={isLocked} />
                  )}
                />
              ))}
            </Row>
            <Checkbox
              label={t('campaigns.field.skipHolidays')}
              isChecked={watch('skipHolidays')}
              disabled={isLocked}
              onChange={(isChecked) => setValue('skipHolidays', isChecked, DIRTY)}
            />
          </>
        )}
      </Panel>
    </>
  );
}
