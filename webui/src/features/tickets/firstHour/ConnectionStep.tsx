import { useQuery } from '@tanstack/react-query';
import Plug from 'lucide-react/icons/plug';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
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
  /** Until the step is ticked and closes, which takes an event: a second one would have the name of the first. */
  const [isMade, setMade] = useState(false);
  const handleSimulate = () => {
    // more than one queue would need a greeting at once
    const queueIds = queues?.length === 1 ? queues.map(({ id }) => id) : [];
    const handleSuccess = () => {
      setMade(true);
      onDone();
    };
    simulate.mutate({ name: t('firstHour.connection.simulated'), queueIds }, { onSuccess: handleSuccess });
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
            isBusy={simulate.isPending || isMade}
            onClick={handleSimulate}
          >
            {t('firstHour.connection.simulate')}
          </Button>
        )}
      </Buttons>
    </>
  );
}
