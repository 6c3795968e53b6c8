import { useT } from '@/i18n';
import type { SecondFactorSetup } from '../model';
import { Button } from '@/ui/Button';
import { CodeField } from '@/ui/CodeField';
import { RecoveryCodes } from '@/ui/RecoveryCodes';
import { SetupCode } from '@/ui/SetupCode';

interface LoginStepProps {
  /** Where the company requires a second factor and there is none: what an app needs. */
  setup: SecondFactorSetup | null;
  /** Codes on paper of one that was just switched on. */
  codes: readonly string[] | null;
  code: string;
  onCode: (code: string) => void;
  onContinue: () => void;
}

/** The second factor at log-in. */
export default function LoginStep({ setup, codes, code, onCode, onContinue }: LoginStepProps) {
  const t = useT();
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
  return (
    <>
      {setup && <SetupCode uri={setup.uri} secret={setup.secret} />}
      <CodeField value={code} isFirst={setup !== null} hasFocus size="lg" onChange={onCode} />
    </>
  );
}
