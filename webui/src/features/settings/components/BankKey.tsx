import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { PasswordField } from '@/ui/PasswordField';
import { Pill } from '@/ui/Pill';
import { useBankKey } from '../api';

const Form = styled.form`
  display: flex;
  align-items: flex-end;
  gap: 10px;

  & > :first-child {
    flex: 1;
    min-width: 0;
  }

  @media ${media.sm} {
    flex-direction: column;
    align-items: stretch;
  }
`;

/** Characters of such a key at least, and at most. */
const LEAST = 20;
const MOST = 500;

interface BankKeyProps {
  label: string;
  isSet: boolean;
}

/** A139 `asaas`: the installation's key of the payment service. It is written here and shown nowhere. */
export function BankKey({ label, isSet }: BankKeyProps) {
  const t = useT();
  const save = useBankKey();
  const [key, setKey] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const isRight = key.trim().length >= LEAST && !/\s/.test(key.trim());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(!isRight);
    if (isRight) save.mutate(key.trim(), { onSuccess: () => setKey('') });
  };
  const handleRemove = () => save.mutate('', { onSuccess: () => setIsRemoving(false) });
  return (
    <div>
      <Form onSubmit={handleSubmit} noValidate>
        <PasswordField
          label={label}
          aside={isSet && <Pill tone="success">{t('settings.asaasSet')}</Pill>}
          hint={t(isSet ? 'settings.asaasChange' : 'settings.asaasText')}
          error={isTried && !isRight ? t('settings.asaasWrong') : undefined}
          placeholder={isSet ? '••••••••' : '$aact_…'}
          autoComplete="off"
          maxLength={MOST}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={key === ''} isBusy={save.isPending && !isRemoving}>
          {t('settings.asaasSave')}
        </Button>
        {isSet && (
          <Button variant="ghost" onClick={() => setIsRemoving(true)}>
            {t('settings.asaasRemove')}
          </Button>
        )}
      </Form>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('settings.asaasRemoveTitle')}
        text={t('settings.asaasRemoveText')}
        confirmLabel={t('settings.asaasRemove')}
        isDanger
        isBusy={save.isPending}
        onConfirm={handleRemove}
        onClose={() => setIsRemoving(false)}
      />
    </div>
  );
}
