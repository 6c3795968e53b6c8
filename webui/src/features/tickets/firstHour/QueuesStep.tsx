import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Tag } from '@/ui/Tag';
import { TextField } from '@/ui/TextField';
import { useNewQueue } from './calls';
import { Line } from './parts';

const Tags = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  margin-top: 12px;
`;

const NAME_MIN = 2;
const NAME_MAX = 50;

export function QueuesStep() {
  const t = useT();
  const { data: queues = [] } = useQuery(queuesOptions);
  const create = useNewQueue();
  const [name, setName] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending || name.trim().length < NAME_MIN) return;
    const taken = queues.map((queue) => queue.color);
    create.mutate({ name: name.trim(), taken }, { onSuccess: () => setName('') });
  };
  return (
    <>
      <Line onSubmit={handleSubmit} noValidate>
        <TextField
          label={t('firstHour.queues.name')}
          value={name}
          maxLength={NAME_MAX}
          autoComplete="off"
          placeholder={t('firstHour.queues.example')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" isBusy={create.isPending} disabled={name.trim().length < NAME_MIN}>
          {t('firstHour.queues.create')}
        </Button>
      </Line>
      {queues.length > 0 && (
        <Tags aria-label={t('firstHour.queues.title')}>
          {queues.map((queue) => (
            <li key={queue.id}>
              <Tag dot={queue.color}>{queue.name}</Tag>
            </li>
          ))}
        </Tags>
      )}
    </>
  );
}
