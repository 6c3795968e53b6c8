import { useState } from 'react';
import type { PasskeyAnswer } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { passkeyAsked, signWithPasskey, type PasskeyOptions } from '@/lib/passkeys';
import { Button } from '@/ui/Button';
import { CodeField } from '@/ui/CodeField';
import { Failure } from '@/ui/Failure';
import { RecoveryCodes } from '@/ui/RecoveryCodes';
import { SetupCode } from '@/ui/SetupCode';
import type { SecondFactorStep } from '../useLogin';

interface LoginStepProps {
  step: SecondFactorStep;
  code: string;
  onCode: (code: string) => void;
  onPasskey: (signed: PasskeyAnswer) => void;
  onContinue: () => void;
}

/** The second factor at log-in: what an app needs, where there is none; codes on paper, once; else a code or a passkey. */
export default function LoginStep({ step, code, onCode, onPasskey, onContinue }: LoginStepProps) {
  const t = useT();
  const { setup, codes, refusal } = step;
  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <Button type="button" size="lg" isWide onClick={onContinue}>
          {t('security.continue')}
        </Button>
      </>
    );
  }
  const options = passkeyAsked(refusal);
  return (
    <>
      {setup && <SetupCode uri={setup.uri} secret={setup.secret} />}
      <CodeField value={code} isFirst={setup !== null} hasFocus size="lg" onChange={onCode} />
      {options && <PasskeyButton options={options} onPasskey={onPasskey} />}
    </>
  );
}

function PasskeyButton({ options, onPasskey }: { options: PasskeyOptions } & Pick<LoginStepProps, 'onPasskey'>) {
  const t = useT();
  const [isAsked, setIsAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const handleClick = async () => {
    setIsAsked(true);
    setFailure(null);
    try {
      onPasskey(await signWithPasskey(options));
    } catch (error) {
      setFailure(error);
    } finally {
      setIsAsked(false);
    }
  };
  return (
    <>
      <Button type="button" variant="secondary" size="lg" isWide isBusy={isAsked} onClick={() => void handleClick()}>
        {t('security.usePasskey')}
      </Button>
      {failure !== null && <Failure>{errorText(failure)}</Failure>}
    </>
  );
}
