import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { PasswordField } from '@/ui/PasswordField';
import { PublicFields } from '@/ui/PublicForm';
import { TextField } from '@/ui/TextField';
import { signupCalls } from '../api';
import { resetSchema } from '../schema';
import { useCall } from '../useCall';

interface ResetFormProps {
  email: string;
  onDone: () => void;
  /** Asks for another code. */
  onBack: () => void;
}

export function ResetForm({ email, onDone, onBack }: ResetFormProps) {
  const t = useT();
  const { run, isBusy, error } = useCall();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { code: '', password: '', confirmation: '' },
    resolver: valibotResolver(resetSchema),
  });
  const { errors } = formState;
  const weak = errors.password?.message === 'signup.reset.weak';
  const submit = handleSubmit(async ({ code, password }) => {
    if (await run(() => signupCalls.reset(email, code, password))) onDone();
  });
  return (
    <PublicFields noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('signup.reset.code')}
        size="lg"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        error={errors.code?.message}
        {...register('code')}
      />
      <PasswordField
        label={t('signup.reset.password')}
        size="lg"
        autoComplete="new-password"
        hint={t('signup.reset.weak')}
        error={weak ? t('signup.reset.weak') : errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={t('signup.reset.confirmation')}
        size="lg"
        autoComplete="new-password"
        error={errors.confirmation && t('signup.reset.mismatch')}
        {...register('confirmation')}
      />
      {error && <Failure>{error}</Failure>}
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('signup.reset.submit')}
      </Button>
      <Button variant="ghost" isWide onClick={onBack} disabled={isBusy}>
        {t('signup.reset.again')}
      </Button>
    </PublicFields>
  );
}
