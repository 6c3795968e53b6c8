import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { problemText, useT } from '@/i18n';
import { Checkbox } from '@/ui/Checkbox';
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

/** When it begins, when it may write, and to how many a day. */
export function WindowFields({ isLocked }: { isLocked: boolean }) {
  const t = useT();
  const { register, watch, setValue, formState } = useFormContext<CampaignForm>();
  const hasWindow = watch('hasWindow');
  const weekdays = watch('weekdays');
  const set = <Key extends 'hasWindow' | 'weekdays' | 'skipHolidays'>(key: Key, value: CampaignForm[Key]) =>
    setValue(key, value as never, { shouldDirty: true });
  return (
    <>
      <Row>
        <TextField
          type="datetime-local"
          label={t('campaigns.field.scheduledAt')}
          hint={t('campaigns.field.scheduledAtHint')}
          disabled={isLocked}
          {...register('scheduledAt')}
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
          onChange={(isOn) => set('hasWindow', isOn)}
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
                    set('weekdays', isChecked ? [...weekdays, day].toSorted() : weekdays.filter((each) => each !== day))
                  }
                />
              ))}
            </Days>
            <Row>
              <TextField type="time" label={t('campaigns.field.start')} disabled={isLocked} {...register('start')} />
              <TextField type="time" label={t('campaigns.field.end')} disabled={isLocked} {...register('end')} />
            </Row>
            <Checkbox
              label={t('campaigns.field.skipHolidays')}
              isChecked={watch('skipHolidays')}
              disabled={isLocked}
              onChange={(isChecked) => set('skipHolidays', isChecked)}
            />
          </>
        )}
      </Panel>
    </>
  );
}
