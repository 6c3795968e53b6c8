import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/TextField';
import { useOnce } from '@/ui/useOnce';
import { usePutPhone } from '../api';
import { digitsOf, isNumber, type Phone } from '../model';

const FORM_ID = 'add-phone';

const Form = styled.form`
  display: grid;
  gap: 14px;
`;

const Known = styled.section`
  margin-top: 20px;

  & > h3 {
    margin-bottom: 6px;
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & > ul {
    max-height: 240px;
    overflow-y: auto;
  }
`;

const Choice = styled.button`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  padding: 7px 8px;
  border-radius: ${radius.md};
  font-size: ${font.base};
  font-weight: ${font.medium};
  text-align: left;

  &:hover {
    background: ${color.hover};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > small {
    margin-left: auto;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.regular};
    font-variant-numeric: tabular-nums;
  }
`;

interface AddPhoneProps {
  connectionId: number;
  known: readonly Phone[];
  onAdd: (number: string) => void;
  onClose: () => void;
}

/** Puts a phone on the desk: one that has written before, or a new customer. */
export function AddPhone({ connectionId, known, onAdd, onClose }: AddPhoneProps) {
  const t = useT();
  const put = usePutPhone(connectionId);
  const once = useOnce(put.isPending);
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [isTried, setIsTried] = useState(false);
  const digits = digitsOf(number);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (name.trim().length < 2 || !isNumber(digits)) return;
    once(() =>
      put.mutate({ number: digits, pushName: name.trim(), readReceipts: true }, { onSuccess: () => onAdd(digits) }),
    );
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('simulator.addTitle')}
      size="sm"
      footer={
        <Button type="submit" form={FORM_ID} isBusy={put.isPending}>
          {t('simulator.create')}
        </Button>
      }
    >
      <Form id={FORM_ID} onSubmit={handleSubmit} noValidate>
        <TextField
          label={t('simulator.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={50}
          autoComplete="off"
          placeholder="Beatriz Nogueira"
          error={isTried && name.trim().length < 2 ? t('common.required') : undefined}
        />
        <TextField
          label={t('simulator.number')}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          inputMode="tel"
          autoComplete="off"
          placeholder="+55 11 98888-7777"
          error={isTried && !isNumber(digits) ? t('simulator.numberWrong') : undefined}
        />
      </Form>
      {known.length > 0 && (
        <Known>
          <h3>{t('simulator.known')}</h3>
          <ul>
            {known.map((phone) => (
              <li key={phone.number}>
                <Choice type="button" onClick={() => onAdd(phone.number)}>
                  <Avatar name={phone.pushName} size={28} />
                  {displayName(phone.pushName)}
                  <small>{formatPhone(phone.number)}</small>
                </Choice>
              </li>
            ))}
          </ul>
        </Known>
      )}
    </Dialog>
  );
}
