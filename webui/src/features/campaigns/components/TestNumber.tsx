import { useId, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { useTest } from '../api';

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  align-items: flex-end;
  margin-top: 16px;

  & > :first-child {
    flex: 1 1 200px;
  }
`;

/** The first text as it is stored, to one's own number. */
export function TestNumber({ id }: { id: number }) {
  const t = useT();
  const formId = useId();
  const [number, setNumber] = useState('');
  const test = useTest();
  const once = useOnce(test.isPending);
  const handleSend = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() === '') return;
    once(() =>
      test.mutate(
        { id, number: number.trim() },
        {
          onSuccess: () => toast.success(t('campaigns.testSent')),
          onError: (error) => toast.error(errorText(error)),
        },
      ),
    );
  };
  return (
    <Form id={formId} onSubmit={handleSend} noValidate>
      <TextField
        label={t('campaigns.testNumber')}
        type="text"
        inputMode="tel"
        autoComplete="off"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" variant="secondary" isBusy={test.isPending}>
        {t('campaigns.test')}
      </Button>
    </Form>
  );
}
