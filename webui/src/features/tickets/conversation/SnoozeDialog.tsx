import { useState } from 'react';
import styled from 'styled-components';
import type { TicketChange } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime, fromField, toField } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { DateTimeField } from '@/ui/DateField';
import { FormDialog } from '@/ui/FormDialog';
import { endOf, offeredSnoozes, type SnoozeId } from './snoozes';

const Choices = styled.fieldset`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 9px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  font-size: ${font.base};
  cursor: pointer;

  &:has(:checked) {
    border-color: ${color.accent};
    background: ${color.selected};
  }
  & > input {
    accent-color: ${color.accent};
  }
  & > span {
    flex: 1;
  }
  & > small {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

interface SnoozeDialogProps {
  isBusy: boolean;
  onSnooze: (change: TicketChange) => void;
  onClose: () => void;
}

/** Until when a ticket is put off; the customer's next message brings it back in any case. */
export default function SnoozeDialog({ isBusy, onSnooze, onClose }: SnoozeDialogProps) {
  const t = useT();
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState<SnoozeId>('tomorrow');
  const [own, setOwn] = useState(() => toField(endOf('tomorrow', now) ?? now));
  const end = chosen === 'own' ? fromField(own) : endOf(chosen, now);
  const isPast = chosen === 'own' && !(end !== null && end > now);
  return (
    <FormDialog
      title={t('snooze.title')}
      size="sm"
      hasChanges={false}
      saveLabel={t('snooze.do')}
      isSaving={isBusy}
      failure={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPast) onSnooze({ snooze: { until: end?.toISOString() ?? null } });
      }}
    >
      <p>{t('snooze.text')}</p>
      <Choices>
        <legend className="visually-hidden">{t('snooze.until')}</legend>
        {offeredSnoozes(now).map((id) => (
          <Choice key={id}>
            <input type="radio" name="snooze" checked={chosen === id} onChange={() => setChosen(id)} />
            <span>{t(`snooze.${id}`)}</span>
            {id !== 'own' && id !== 'answer' && <small>{formatDateTime(endOf(id, now)?.toISOString())}</small>}
          </Choice>
        ))}
      </Choices>
      {chosen === 'own' && (
        <DateTimeField
          label={t('snooze.when')}
          value={own}
          error={isPast ? t('snooze.past') : undefined}
          onChange={setOwn}
        />
      )}
    </FormDialog>
  );
}
