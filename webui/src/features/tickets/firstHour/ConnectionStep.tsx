import { useQuery } from '@tanstack/react-query';
import Plug from 'lucide-react/icons/plug';
import Smartphone from 'lucide-react/icons/smartphone';
import { useNavigate } from 'react-router';
import { queuesOptions } from '@/api/queues';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { useIsDemo, useSimulatedPhone } from './calls';
import { Buttons, Text } from './parts';

interface ConnectionStepProps {
  onDone: () => void;
}

export function ConnectionStep({ onDone }: ConnectionStepProps) {
  const t = useT();
  const navigate = useNavigate();
  const isDemo = useIsDemo();
  const { data: queues } = useQuery(queuesOptions);
  const simulate = useSimulatedPhone();
  const handleSimulate = () => {
    // more than one queue would need a greeting at once
    const queueIds = queues?.length === 1 ? queues.map(({ id }) => id) : [];
    simulate.mutate({ name: t('firstHour.connection.simulated'), queueIds }, { onSuccess: onDone });
  };
  return (
    <>
      {isDemo && <Text>{t('firstHour.connection.simulatedText')}</Text>}
      <Buttons>
        <Button icon={<Plug />} onClick={() => void navigate(paths.connections)}>
          {t('firstHour.connection.go')}
        </Button>
        {isDemo && (
          <Button
            variant="secondary"
            icon={<Smartphone />}
            // The step closes with an event, later: a second one would have the name of the first.
            isBusy={simulate.isPending || simulate.isSuccess}
            onClick={handleSimulate}
          >
            {t('firstHour.connection.simulate')}
          </Button>
        )}
      </Buttons>
    </>
  );
}
