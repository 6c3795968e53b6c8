import { useFormContext } from 'react-hook-form';
import { problemText, useT } from '@/i18n';
import type { ContactValues } from '@/lib/contactForm';
import { isHiddenNumber } from '@/lib/phone';
import { TextField } from './TextField';

/** S073: who a contact is. Its texts are those of the catalogue `contacts`. */
export function ContactFields({ isGroup = false }: { isGroup?: boolean }) {
  const t = useT();
  const { register, formState } = useFormContext<ContactValues>();
  const { errors, defaultValues } = formState;
  const isHidden = isHiddenNumber(defaultValues?.number ?? '');
  return (
    <>
      <TextField
        label={t('contacts.form.name')}
        autoComplete="off"
        error={problemText(errors.name?.message)}
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
          error={problemText(errors.number?.message)}
          {...register('number')}
        />
      )}
      <TextField
        label={t('contacts.form.emailLabel')}
        type="email"
        autoComplete="off"
        error={problemText(errors.email?.message)}
        {...register('email')}
      />
    </>
  );
}
