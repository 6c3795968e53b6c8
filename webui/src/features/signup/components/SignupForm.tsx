import { valibotResolver } from '@hookform/resolvers/valibot';
import { useController, useForm } from 'react-hook-form';
import { PatternFormat } from 'react-number-format';
import { useNavigate } from 'react-router';
import type { OfferedPlan } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { PasswordField } from '@/ui/PasswordField';
import { PublicFields } from '@/ui/PublicForm';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { signupCalls } from '../api';
import type { SignupForm as Form } from '../model';
import { signupSchema } from '../schema';
import { useCall } from '../useCall';
import { PlanChoice } from './PlanChoice';

interface SignupFormProps {
  plans: readonly OfferedPlan[];
}

/** S023 S076: company, e-mail, phone, password and plan. */
export function SignupForm({ plans }: SignupFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const { run, isBusy, error } = useCall();
  const only = plans.length === 1 ? plans[0] : undefined;
  const { register, control, handleSubmit, formState } = useForm<Form>({
    defaultValues: { name: '', email: '', phone: '', password: '', planId: only?.id ?? null },
    resolver: valibotResolver(signupSchema),
  });
  const phone = useController({ control, name: 'phone' }).field;
  const plan = useController({ control, name: 'planId' }).field;
  const { errors } = formState;
  const submit = handleSubmit(async (form) => {
    if (!(await run(() => signupCalls.signUp(form)))) return;
    toast.success(t('signup.success'));
    void navigate(paths.login);
  });

  return (
    <PublicFields noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('signup.name')}
        size="lg"
        autoComplete="organization"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('signup.email')}
        type="email"
        size="lg"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email')}
      />
      <PatternFormat
        customInput={TextField}
        format="(##) #####-####"
        label={t('signup.phone')}
        size="lg"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(99) 99999-9999"
        name={phone.name}
        value={phone.value}
        getInputRef={phone.ref}
        onBlur={phone.onBlur}
        onValueChange={(value) => phone.onChange(value.value)}
        error={errors.phone?.message}
      />
      <PasswordField
        label={t('signup.password')}
        size="lg"
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PlanChoice plans={plans} chosen={plan.value} error={errors.planId?.message} onChange={plan.onChange} />
      {error && (
        <Failure>
          <span>
            {t('signup.failed')} {error}
          </span>
        </Failure>
      )}
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('signup.submit')}
      </Button>
    </PublicFields>
  );
}
