import { useController, useFormContext } from 'react-hook-form';
import { useT } from '@/i18n';
import { IntegrationChoice } from '@/ui/IntegrationChoice';
import type { ConnectionForm } from '../model';

/** What answers before the menu of queues does. */
export function IntegrationField() {
  const t = useT();
  const { control } = useFormContext<ConnectionForm>();
  const { value, onChange } = useController({ control, name: 'integrationId' }).field;
  return (
    <IntegrationChoice
      label={t('connections.field.integrationId')}
      hint={t('connections.hint.integrationId')}
      none={t('connections.noIntegration')}
      value={value}
      onChange={onChange}
    />
  );
}
