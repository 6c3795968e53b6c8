import { Suspense, useState, type ChangeEvent, type FormEvent } from 'react';
import styled from 'styled-components';
import { lazyExtra, lazyPart, useT } from '@/i18n';
import { paths } from '@/app/paths';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { PasswordField } from '@/ui/PasswordField';
import { PublicAside, PublicBox, PublicFields, PublicLink, PublicSubtitle, PublicTitle } from '@/ui/PublicForm';
import { TextField } from '@/ui/TextField';
import { useLogin } from '../useLogin';
import { useDemoLogins } from '../useDemoLogins';
import type { FirstFactor } from './LoginStep';

const DemoLogins = lazyExtra(() => import('./DemoLogins'));
const LoginStep = lazyPart(() => import('./LoginStep'), 'security');

/** Below, so that the form stays where it is when the demo's log-ins arrive. */
const Below = styled.div`
  grid-row: 3;
  width: 100%;
  max-width: 372px;
`;

export function LoginForm() {
  const t = useT();
  const { submit, submitNew, isBusy, error, step, forget, proceed } = useLogin();
  const logins = useDemoLogins();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [first, setFirst] = useState<FirstFactor>({ way: 'app', name: '' });
  const [isTried, setIsTried] = useState(false);
  const [isNameShort, setIsNameShort] = useState(false);
  const makesPasskey = first.way === 'passkey' && step?.setup != null;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (makesPasskey) {
      const isShort = first.name.trim().length < 2;
      setIsNameShort(isShort);
      if (!isShort) void submitNew(email, password, first.name);
      return;
    }
    if (email.trim() !== '' && password !== '') void submit(email, password, code);
  };
  const retyped = (set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.target.value);
    setCode('');
    setFirst({ way: 'app', name: '' });
    forget();
  };
  const missing = (value: string) => (isTried && value.trim() === '' ? t('common.required') : undefined);

  return (
    <>
      <PublicBox>
        <PublicTitle>{t('login.title')}</PublicTitle>
        <PublicSubtitle>{t('login.subtitle')}</PublicSubtitle>
        <PublicFields onSubmit={handleSubmit} noValidate>
          <TextField
            label={t('login.email')}
            name="email"
            type="email"
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t('login.emailExample')}
            value={email}
            onChange={retyped(setEmail)}
            error={missing(email)}
          />
          <PasswordField
            label={t('login.password')}
            aside={<PublicLink to={paths.forgot}>{t('login.forgot')}</PublicLink>}
            name="password"
            size="lg"
            autoComplete="current-password"
            placeholder="••••••••"
            value={password}
            onChange={retyped(setPassword)}
            error={missing(password)}
          />
          {step && (
            <Suspense fallback={null}>
              <LoginStep
                step={step}
                code={code}
                first={first}
                isNameShort={isNameShort}
                onCode={setCode}
                onFirst={setFirst}
                onPasskey={(passkey) => void submit(email, password, '', passkey)}
                onContinue={proceed}
              />
            </Suspense>
          )}
          {error && <Failure>{error}</Failure>}
          {!step?.codes && (
            <Button type="submit" size="lg" isWide isBusy={isBusy}>
              {t(makesPasskey ? 'login.submitPasskey' : 'login.submit')}
            </Button>
          )}
        </PublicFields>
        <PublicAside>
          {t('login.noAccount')} <PublicLink to={paths.signup}>{t('login.signUp')}</PublicLink>
        </PublicAside>
      </PublicBox>
      {logins.length > 0 && (
        <Below>
          <Suspense fallback={null}>
            <DemoLogins
              logins={logins}
              isBusy={isBusy}
              onChoose={(choice) => {
                setEmail(choice.email);
                setPassword(choice.password);
                void submit(choice.email, choice.password);
              }}
            />
          </Suspense>
        </Below>
      )}
    </>
  );
}
