import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Checkbox } from '@/ui/Checkbox';
import { FieldGroup } from '@/ui/FieldGroup';
import { Pill } from '@/ui/Pill';
import { numbersOptions } from '../api';
import { numberStanding, NUMBER_TONES, NUMBERS_MAX, type CampaignForm } from '../model';
import { Meter } from './Meter';

const Rows = styled.div`
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px 12px;
  align-items: center;
  min-height: 40px;
  padding: 6px 12px;

  & + & {
    border-top: 1px solid ${color.line};
  }
  & > :first-child {
    flex: 1 1 140px;
    min-width: 0;
  }
`;

const Hint = styled.p`
  color: ${color.textSubtle};
  font-size: ${font.sm};
`;

interface NumbersFieldProps {
  connections: readonly Connection[];
  isLocked: boolean;
}

/** The numbers by which a campaign writes in turn: the first chosen one comes first. */
export function NumbersField({ connections, isLocked }: NumbersFieldProps) {
  const t = useT();
  const { watch, setValue } = useFormContext<CampaignForm>();
  const chosen = watch('whatsappIds');
  const { data: numbers = [] } = useQuery(numbersOptions);
  const change = (id: number, isChecked: boolean) =>
    setValue('whatsappIds', isChecked ? [...chosen, id] : chosen.filter((each) => each !== id), { shouldDirty: true });
  return (
    <FieldGroup>
      <legend>{t('campaigns.field.numbers')}</legend>
      {connections.length > 0 && (
        <Rows>
          {connections.map(({ id, name }) => {
            const number = numbers.find((each) => each.id === id);
            const standing = number && numberStanding(number);
            const isChecked = chosen.includes(id);
            return (
              <Row key={id}>
                <Checkbox
                  label={name}
                  isChecked={isChecked}
                  disabled={isLocked || (!isChecked && chosen.length >= NUMBERS_MAX)}
                  onChange={(next) => change(id, next)}
                />
                {number && <Meter label={t('campaigns.number.day', { name })} done={number.today} all={number.cap} />}
                {standing && <Pill tone={NUMBER_TONES[standing]}>{t(`campaigns.number.${standing}`)}</Pill>}
              </Row>
            );
          })}
        </Rows>
      )}
      <Hint>{t('campaigns.field.numbersHint')}</Hint>
    </FieldGroup>
  );
}
