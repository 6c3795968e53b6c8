import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '../../../i18n';
import { color, font, radius } from '../../../styles/tokens';
import { Button } from '../../../ui/Button';
import { PasswordField } from '../../../ui/PasswordField';
import { TextField } from '../../../ui/TextField';
import { useLogin } from '../useLogin';
import { useDemoLogins } from '../useDemoLogins';

const DemoLogins = lazy(() => import('./DemoLogins'));

const Root = styled.div`
  grid-row: 2;
  width: 100%;
  max-width: 372px;
`;

/** Below, so that the form stays where it is when the demo's log-ins arrive. */
const Below = styled.div`
  grid-row: 3;
  width: 100%;
  max-width: 372px;
`;

const Title = styled.h1`
  font-size: ${font.xxl};
  letter-spacing: -0.026em;
`;

const Subtitle = styled.p`
  margin: 6px 0 20px;
  color: ${color.textMuted};
  font-size: ${font.md};
`;

const Form = styled.form`
  display: grid;
  gap: 20px;
`;

const Failure = styled.p`
  display: flex;
  gap: 8px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.dangerSoft};
  color: ${color.danger};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 1px;
  }
`;

export function LoginForm() {
  const t = useT();
  const { submit, isBusy, error } = useLogin();
  const logins = useDemoLogins();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setIsTried] = useState(false);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (email.trim() !== '' && password !== '') void submit(email, password);
  };
  const missing = (value: string) => (isTried && value.trim() === '' ? t('common.required') : undefined);

  return (
    <>
      <Root>
        <Title>{t('login.title')}</Title>
        <Subtitle>{t('login.subtitle')}</Subtitle>
        <Form onSubmit={handleSubmit} noValidate>
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
            onChange={(event) => setEmail(event.target.value)}
            error={missing(email)}
          />
          <PasswordField
            label={t('login.password')}
            name="password"
            size="lg"
            autoComplete="current-password"
            placeholder="••••••••"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={missing(password)}
          />
          {error && (
            <Failure role="alert">
              <CircleAlert aria-hidden />
              {error}
            </Failure>
          )}
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            {t('login.submit')}
          </Button>
        </Form>
      </Root>
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
