import { useQuery } from '@tanstack/react-query';
import { connectionsOptions } from '@/api/connections';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { shownConnection } from './model';
import { OpenPhone } from './OpenPhone';
import { Buttons, Text } from './parts';

export function AnswerStep() {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsOptions);
  const connection = shownConnection(connections);
  if (!connection) return <Text>{t('firstHour.answer.connectFirst')}</Text>;
  const isSimulated = connection.provider === 'simulator';
  const number = connection.number ? formatPhone(connection.number) : connection.name;
  return (
    <>
      <Text>{isSimulated ? t('firstHour.answer.simulated') : t('firstHour.answer.write', { number })}</Text>
      {isSimulated && (
        <Buttons>
          <OpenPhone connectionId={connection.id} />
        </Buttons>
      )}
    </>
  );
}
