import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '@/api/keys';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { FormDialog } from '@/ui/FormDialog';
import { PasswordField } from '@/ui/PasswordField';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { secondFactorOptions, useRenewCodes, useSetUp, useSwitchOff, useSwitchOn } from './api';
import { CodeField } from '@/ui/CodeField';
import { RecoveryCodes } from '@/ui/RecoveryCodes';
import { SetupCode } from '@/ui/SetupCode';

type Step = 'state' | 'on' | 'off' | 'renew';

/** One's own second factor: switched on with an app, with codes on paper for the day on which the phone is lost. */
export default function SecurityDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const state = useQuery(secondFactorOptions);
  const [step, setStep] = useState<Step>('state');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const setUp = useSetUp();

  const handleSetUp = () =>
    setUp.mutate(undefined, { onSuccess: () => setStep('on'), onError: (error) => toast.error(errorText(error)) });
  const handleDone = (shown: readonly string[] | null) => {
    setCodes(shown);
    setStep('state');
    void client.invalidateQueries({ queryKey: keys.secondFactor });
  };

  if (step !== 'state') {
    const setup = step === 'on' ? setUp.data : undefined;
    return <ProofDialog step={step} setup={setup} onDone={handleDone} onClose={() => setStep('state')} />;
  }
  const { data } = state;
  return (
    <Dialog
      isOpen
      title={t('security.title')}
      description={t('security.text')}
      onClose={onClose}
      footer={
        codes ? (
          <Button onClick={() => setCodes(null)}>{t('security.kept')}</Button>
        ) : (
          data &&
          (data.since === null ? (
            <Button isBusy={setUp.isPending} onClick={handleSetUp}>
              {t('security.switchOn')}
            </Button>
          ) : (
            <>
              <Button variant="secondary" onClick={() => setStep('renew')}>
                {t('security.renew')}
              </Button>
              {!data.required && (
                <Button variant="danger" onClick={() => setStep('off')}>
                  {t('security.switchOff')}
                </Button>
              )}
            </>
          ))
        )
      }
    >
      {!data &&
        (state.isError ? <ErrorState error={state.error} onRetry={() => void state.refetch()} /> : <RowsSkeleton />)}
      {codes && <RecoveryCodes codes={codes} />}
      {data && !codes && (
        <p>
          {data.since === null
            ? t(data.required ? 'security.isOffRequired' : 'security.isOff')
            : t('security.isOn', { date: formatDate(data.since), count: data.recoveryCodes })}
        </p>
      )}
    </Dialog>
  );
}

interface ProofDialogProps {
  step: Exclude<Step, 'state'>;
  setup: { uri: string; secret: string; proof: string } | undefined;
  onDone: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Asks for the password and a code before anything changes. */
function ProofDialog({ step, setup, onDone, onClose }: ProofDialogProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [isTried, setIsTried] = useState(false);
  const switchOn = useSwitchOn();
  const switchOff = useSwitchOff();
  const renew = useRenewCodes();
  const { error } = [switchOn, switchOff, renew].find((each) => each.isError) ?? { error: null };
  const missing = (text: string) => (isTried && text.trim() === '' ? t('common.required') : undefined);

  const handleSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setIsTried(true);
    if (code.trim() === '' || currentPassword === '') return;
    const proof = { code: code.trim(), currentPassword };
    if (step === 'off') switchOff.mutate(proof, { onSuccess: () => onDone(null) });
    else if (step === 'renew') renew.mutate(proof, { onSuccess: (made) => onDone(made.recoveryCodes) });
    else if (setup) {
      switchOn.mutate({ ...proof, proof: setup.proof }, { onSuccess: (made) => onDone(made.recoveryCodes) });
    }
  };

  return (
    <FormDialog
      title={t(`security.${step}Title`)}
      saveLabel={t(`security.${step}Save`)}
      isSaving={switchOn.isPending || switchOff.isPending || renew.isPending}
      failure={error ? errorText(error) : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {setup && <SetupCode uri={setup.uri} secret={setup.secret} />}
      <CodeField value={code} isFirst={step === 'on'} error={missing(code)} onChange={setCode} />
      <PasswordField
        label={t('security.password')}
        autoComplete="current-password"
        value={currentPassword}
        error={missing(currentPassword)}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
    </FormDialog>
  );
}
