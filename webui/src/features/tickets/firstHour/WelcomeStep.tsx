import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { connectionsOptions } from '@/api/connections';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { TimeField } from '@/ui/DateField';
import { TextArea } from '@/ui/TextArea';
import { toast } from '@/ui/toast';
import { useSaveWelcome } from './calls';
import { shownConnection } from './model';
import { Buttons, Stack, Text } from './parts';

const Times = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  align-items: end;
  gap: 8px;
`;

const GREETING_MAX = 2000;

interface WelcomeStepProps {
  onDone: () => void;
}

export function WelcomeStep({ onDone }: WelcomeStepProps) {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsOptions);
  const { data: queues = [] } = useQuery(queuesOptions);
  const save = useSaveWelcome();
  const connection = shownConnection(connections);
  const [opens, setOpens] = useState('08:00');
  const [closes, setCloses] = useState('18:00');
  const [typed, setTyped] = useState<string | null>(null);
  const greeting = typed ?? connection?.greetingMessage ?? '';
  const isWhole = opens !== '' && closes !== '' && opens !== closes && greeting.trim() !== '';
  if (!connection) return <Text>{t('firstHour.welcome.connectFirst')}</Text>;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole || save.isPending) return;
    const queueIds = queues.map(({ id }) => id);
    const handleSaved = () => {
      toast.success(t('firstHour.welcome.saved'));
      onDone();
    };
    save.mutate({ opens, closes, greeting: greeting.trim(), connection, queueIds }, { onSuccess: handleSaved });
  };
  return (
    <Stack onSubmit={handleSubmit} noValidate>
      <Times>
        <TimeField label={t('firstHour.welcome.opens')} value={opens} onChange={setOpens} />
        <TimeField
          label={t('firstHour.welcome.closes')}
          value={closes}
          error={opens === closes ? t('firstHour.welcome.same') : undefined}
          onChange={setCloses}
        />
      </Times>
      <TextArea
        label={t('firstHour.welcome.greeting')}
        hint={t('firstHour.welcome.hint', { name: connection.name })}
        placeholder={t('firstHour.welcome.example')}
        maxLength={GREETING_MAX}
        value={greeting}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Buttons>
        <Button type="submit" isBusy={save.isPending} disabled={!isWhole}>
          {t('firstHour.welcome.save')}
        </Button>
      </Buttons>
    </Stack>
  );
}
