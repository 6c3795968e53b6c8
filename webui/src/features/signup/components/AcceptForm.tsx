import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { PasswordField } from '@/ui/PasswordField';
import { PublicFields } from '@/ui/PublicForm';
import { TextField } from '@/ui/TextField';
import { signupCalls } from '../api';
import { acceptSchema } from '../schema';
import { useCall } from '../useCall';

interface AcceptFormProps {
  token: string;
  /** To whom the invitation was mailed; null is for anybody with the link. */
  email: string | null;
  onDone: () => void;
}

/** Name, e-mail and password of somebody who was invited. */
export function AcceptForm({ token, email, onDone }: AcceptFormProps) {
  const t = useT();
  const { run, isBusy, error } = useCall();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: '', email: email ?? '', password: '' },
    resolver: valibotResolver(acceptSchema),
  });
  const { errors } = formState;
  const weak = errors.password?.message === 'signup.reset.weak';
  const submit = handleSubmit(async (form) => {
    if (await run(() => signupCalls.accept(token, form))) onDone();
  });
  return (
    <PublicFields noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('signup.invited.name')}
        size="lg"
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('signup.email')}
        type="email"
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        readOnly={email !== null}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={t('signup.password')}
        size="lg"
        autoComplete="new-password"
        hint={t('signup.reset.weak')}
        error={weak ? t('signup.reset.weak') : errors.password?.message}
        {...register('password')}
      />
      {error && <Failure>{error}</Failure>}
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('signup.invited.submit')}
      </Button>
    </PublicFields>
  );
}
