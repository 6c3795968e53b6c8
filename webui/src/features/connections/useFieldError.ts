import { useFormContext } from 'react-hook-form';
import { useT } from '@/i18n';
import type { ConnectionForm } from './model';

/** The text below a field: the specification's own words stay as they are, the rest is translated. */
export function useFieldError() {
  const t = useT();
  const { formState } = useFormContext<ConnectionForm>();
  return (name: keyof ConnectionForm): string | undefined => {
    const message = formState.errors[name]?.message;
    if (message === 'greeting') return t('errors.ERR_WAPP_GREETING_REQUIRED');
    if (message === 'digits') return t('connections.digitsOnly');
    if (message === 'tooLarge') return t('connections.tooLarge');
    if (message === 'token') return t('connections.tokenRule');
    return message;
  };
}
