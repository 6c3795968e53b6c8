import { useState } from 'react';
import type { Passkey } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { CodeField } from '@/ui/CodeField';
import { FormDialog } from '@/ui/FormDialog';
import { PasswordField } from '@/ui/PasswordField';
import { SetupCode } from '@/ui/SetupCode';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useAddPasskey, useRemovePasskey, useRenewCodes, useSwitchOff, useSwitchOn } from './api';

/** What changes, and what it takes. */
export type Change =
  | { step: 'on'; setup: { uri: string; secret: string; proof: string } }
  | { step: 'off' }
  | { step: 'renew' }
  | { step: 'add' }
  | { step: 'remove'; passkey: Passkey };

interface ProofDialogProps {
  change: Change;
  /** Whether a second factor is on: whoever has one shows it. */
  hasFactor: boolean;
  /** A passkey may stand in for a code. */
  hasPasskeys: boolean;
  /** With the codes on paper that are new. */
  onDone: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Asks for the password and a code before anything changes. */
export function ProofDialog({ change, hasFactor, hasPasskeys, onDone, onClose }: ProofDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [isTried, setIsTried] = useState(false);
  const calls = [useSwitchOn(), useSwitchOff(), useRenewCodes(), useAddPasskey(), useRemovePasskey()] as const;
  const [switchOn, switchOff, renew, add, remove] = calls;
  const { error } = calls.find((each) => each.isError) ?? { error: null };
  const { step } = change;
  const asksCode = step === 'on' || hasFactor;
  const isOptional = step !== 'on' && hasPasskeys;
  const isNameShort = step === 'add' && name.trim().length < 2;
  const missing = (text: string) => (isTried && text.trim() === '' ? t('common.required') : undefined);

  const handleSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setIsTried(true);
    if (currentPassword === '' || isNameShort || (asksCode && !isOptional && code.trim() === '')) return;
    const proof = { code, currentPassword };
    const said = (id: 'security.passkeyAdded' | 'security.passkeyRemoved') => toast.success(t(id));
    if (change.step === 'off') switchOff.mutate(proof, { onSuccess: () => onDone(null) });
    else if (change.step === 'renew') renew.mutate(proof, { onSuccess: (made) => onDone(made.recoveryCodes) });
    else if (change.step === 'on') {
      switchOn.mutate({ ...proof, proof: change.setup.proof }, { onSuccess: (made) => onDone(made.recoveryCodes) });
    } else if (change.step === 'add') {
      const handleAdded = (made: { recoveryCodes: string[] | null }) => {
        said('security.passkeyAdded');
        onDone(made.recoveryCodes);
      };
      add.mutate({ ...proof, name }, { onSuccess: handleAdded });
    } else {
      const handleRemoved = () => {
        said('security.passkeyRemoved');
        onDone(null);
      };
      remove.mutate({ ...proof, id: change.passkey.id }, { onSuccess: handleRemoved });
    }
  };

  return (
    <FormDialog
      title={t(`security.${step}Title`)}
      saveLabel={t(`security.${step}Save`)}
      isSaving={calls.some((each) => each.isPending)}
      failure={error ? errorText(error) : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {change.step === 'on' && <SetupCode uri={change.setup.uri} secret={change.setup.secret} />}
      {change.step === 'remove' && <p>{t('security.removeText', { name: change.passkey.name })}</p>}
      {step === 'add' && (
        <TextField
          label={t('security.passkeyName')}
          hint={t('security.passkeyNameHint')}
          autoComplete="off"
          maxLength={50}
          value={name}
          error={isTried && isNameShort ? t('security.nameShort') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {asksCode && (
        <CodeField
          value={code}
          isFirst={step === 'on'}
          isOptional={isOptional}
          error={isOptional ? undefined : missing(code)}
          onChange={setCode}
        />
      )}
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
