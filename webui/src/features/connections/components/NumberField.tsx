import { useFormContext } from 'react-hook-form';
import { useT } from '@/i18n';
import { TextField } from '@/ui/TextField';
import type { ConnectionForm } from '../model';
import { useFieldError } from '../useFieldError';

/** A whole number, typed; its hint says what 0 or nothing means. */
export function NumberField({
  name,
}: {
  name: 'expiresTicket' | 'timeUseBotQueues' | 'maxUseBotQueues' | 'timeToTransfer';
}) {
  const t = useT();
  const error = useFieldError();
  const { register } = useFormContext<ConnectionForm>();
  return (
    <TextField
      label={t(`connections.field.${name}`)}
      hint={t(`connections.hint.${name}`)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      {...register(name)}
      error={error(name)}
    />
  );
}
