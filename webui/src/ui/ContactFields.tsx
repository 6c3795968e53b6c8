import { useFormContext } from 'react-hook-form';
import { useT } from '@/i18n';
import type { ContactValues } from '@/lib/contactForm';
import { isHiddenNumber } from '@/lib/phone';
import { TextField } from './TextField';

/** S073: who a contact is. Its texts are those of the catalogue `contacts`. */
export function ContactFields({ isGroup = false }: { isGroup?: boolean }) {
  const t = useT();
  const { register, formState } = useFormContext<ContactValues>();
  const { errors, defaultValues } = formState;
  const isHidden = isHiddenNumber(defaultValues?.number ?? '');
  const textOf = (id: string | undefined) => (id ? t(id) : undefined);
  return (
    <>
      <TextField
        label={t('contacts.form.name')}
        autoComplete="off"
        error={textOf(errors.name?.message)}
        {...register('name')}
      />
      {!isGroup && (
        <TextField
          label={t('contacts.form.number')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="5511999998888"
          readOnly={isHidden}
          hint={t(isHidden ? 'contacts.form.numberHidden' : 'contacts.form.numberHint')}
          error={textOf(errors.number?.message)}
          {...register('number')}
        />
      )}
      <TextField
        label={t('contacts.form.emailLabel')}
        type="email"
        autoComplete="off"
        error={textOf(errors.email?.message)}
        {...register('email')}
      />
    </>
  );
}
