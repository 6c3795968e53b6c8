import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { ApiError } from '@/api/client';
import { errorText, translate, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { PublicFields } from '@/ui/PublicForm';
import { TextField } from '@/ui/TextField';
import { signupCalls } from '../api';
import { emailSchema } from '../schema';
import { useCall } from '../useCall';

/** A128: the family's servers say it in the body, whatever the status of the answer. */
const isUnknown = (failure: unknown) =>
  failure instanceof ApiError &&
  (failure.status === 404 || (failure.body as { status?: unknown } | null)?.status === 404);

const problemOf = (failure: unknown) => (isUnknown(failure) ? translate('signup.forgot.unknown') : errorText(failure));

interface ForgotFormProps {
  email: string;
  onSent: (email: string) => void;
}

export function ForgotForm({ email, onSent }: ForgotFormProps) {
  const t = useT();
  const { run, isBusy, error } = useCall(problemOf);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email },
    resolver: valibotResolver(emailSchema),
  });
  const submit = handleSubmit(async (form) => {
    if (await run(() => signupCalls.forgot(form.email))) onSent(form.email);
  });
  return (
    <PublicFields noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('signup.email')}
        type="email"
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {error && <Failure>{error}</Failure>}
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('signup.forgot.submit')}
      </Button>
    </PublicFields>
  );
}
