import { useController, useFormContext } from 'react-hook-form';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { Panel } from '@/ui/Panel';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import type { ConnectionForm } from '../model';
import { useFieldError } from '../useFieldError';
import { BetaNote } from './BetaNote';
import { CloudFields } from './CloudFields';
import { OwnProfile } from './OwnProfile';
import { ProviderChoice } from './ProviderChoice';
import { QueueChoice } from './QueueChoice';

/** Which number it is, and whose. */
export function GeneralFields({ edited }: { edited: Connection | null }) {
  const t = useT();
  const error = useFieldError();
  const { register, watch, control } = useFormContext<ConnectionForm>();
  const isDefault = useController({ control, name: 'isDefault' }).field;
  return (
    <>
      <TextField label={t('connections.field.name')} {...register('name')} error={error('name')} autoComplete="off" />
      {edited === null && <ProviderChoice />}
      {edited === null && watch('provider') === 'beta' && <BetaNote />}
      {watch('provider') === 'cloud' && <CloudFields edited={edited} />}
      {edited && edited.provider !== 'cloud' && <OwnProfile connectionId={edited.id} />}
      <QueueChoice />
      <Panel>
        <Switch label={t('connections.field.isDefault')} isOn={isDefault.value} onChange={isDefault.onChange} isWide />
      </Panel>
    </>
  );
}
