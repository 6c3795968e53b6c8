import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/TextField';
import { digitsOf, isNumber, type Card } from '../model';

const FORM_ID = 'card-form';

const Form = styled.form`
  display: grid;
  gap: 14px;
`;

interface CardDialogProps {
  onClose: () => void;
  onSend: (card: Card) => void;
}

export function CardDialog({ onClose, onSend }: CardDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [isTried, setIsTried] = useState(false);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (name.trim() === '' || !isNumber(digitsOf(number))) return;
    onSend({ name: name.trim(), number: digitsOf(number) });
    onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t('simulator.kind.contacts')}
      footer={
        <Button type="submit" form={FORM_ID}>
          {t('simulator.send')}
        </Button>
      }
    >
      <Form id={FORM_ID} onSubmit={handleSubmit} noValidate>
        <TextField
          label={t('simulator.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isTried && name.trim() === '' ? t('common.required') : undefined}
        />
        <TextField
          label={t('simulator.number')}
          inputMode="tel"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          error={isTried && !isNumber(digitsOf(number)) ? t('simulator.numberWrong') : undefined}
        />
      </Form>
    </Dialog>
  );
}
