import { useState } from 'react';
import styled from 'styled-components';
import { isRecord } from '@/api/error';
import type { PasskeyAnswer } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { canUsePasskeys, passkeyAsked, signWithPasskey, type PasskeyOptions } from '@/lib/passkeys';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CodeField } from '@/ui/CodeField';
import { Failure } from '@/ui/Failure';
import { RecoveryCodes } from '@/ui/RecoveryCodes';
import { SetupCode } from '@/ui/SetupCode';
import { Tabs } from '@/ui/Tabs';
import { TextField } from '@/ui/TextField';
import type { SecondFactorSetup } from '../model';
import type { SecondFactorStep } from '../useLogin';

/** By what somebody who has no second factor will have one. */
export interface FirstFactor {
  way: 'app' | 'passkey';
  /** What the passkey is to be called. */
  name: string;
}

interface LoginStepProps {
  step: SecondFactorStep;
  code: string;
  first: FirstFactor;
  /** The passkey's name was too short. */
  isNameShort: boolean;
  onCode: (code: string) => void;
  onFirst: (first: FirstFactor) => void;
  onPasskey: (signed: PasskeyAnswer) => void;
  onContinue: () => void;
}

const Text = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** The second factor at log-in: what an app needs, where there is none; codes on paper, once; else a code or a passkey. */
export default function LoginStep({ step, code, onCode, onPasskey, onContinue, ...first }: LoginStepProps) {
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
  if (setup) return <FirstFactorFields setup={setup} step={step} code={code} onCode={onCode} {...first} />;
  const options = passkeyAsked(refusal);
  return (
    <>
      <CodeField value={code} hasFocus size="lg" onChange={onCode} />
      {options && <PasskeyButton options={options} onPasskey={onPasskey} />}
    </>
  );
}

/** Whether this browser can make the passkey that the server would take. */
const canMake = ({ newPasskey }: SecondFactorStep) => {
  const place = newPasskey?.rp;
  return isRecord(place) && canUsePasskeys(place.id);
};

type FirstFactorProps = { setup: SecondFactorSetup } & Pick<
  LoginStepProps,
  'step' | 'code' | 'first' | 'isNameShort' | 'onCode' | 'onFirst'
>;

/** An app or a passkey: what the company asks for may be either. */
function FirstFactorFields({ setup, step, code, first, isNameShort, onCode, onFirst }: FirstFactorProps) {
  const t = useT();
  const app = (
    <>
      <SetupCode uri={setup.uri} secret={setup.secret} />
      <CodeField value={code} isFirst hasFocus size="lg" onChange={onCode} />
    </>
  );
  if (!canMake(step)) return app;
  const items = [
    { id: 'app' as const, label: t('security.byApp') },
    { id: 'passkey' as const, label: t('security.byPasskey') },
  ];
  return (
    <>
      <Text>{t('security.chooseFirst')}</Text>
      <Tabs
        label={t('security.title')}
        look="segmented"
        items={items}
        selected={first.way}
        onSelect={(way) => onFirst({ ...first, way })}
      />
      {first.way === 'app' ? (
        app
      ) : (
        <>
          <Text>{t('security.passkeysText')}</Text>
          <TextField
            label={t('security.passkeyName')}
            hint={t('security.passkeyNameHint')}
            name="passkeyName"
            size="lg"
            autoComplete="off"
            maxLength={50}
            value={first.name}
            error={isNameShort ? t('security.nameShort') : undefined}
            onChange={(event) => onFirst({ ...first, name: event.target.value })}
          />
        </>
      )}
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
