import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageKeys } from '@/api/pageKeys';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { canUsePasskeys } from '@/lib/passkeys';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { RecoveryCodes } from '@/ui/RecoveryCodes';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { secondFactorOptions, useSetUp } from './api';
import { PasskeyList } from './PasskeyList';
import { ProofDialog, type Change } from './ProofDialog';

const PASSKEYS_MAX = 5;

/** One's own second factor: an app or passkeys, with codes on paper for the day on which the phone is lost. */
export default function SecurityDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const state = useQuery(secondFactorOptions);
  const [change, setChange] = useState<Change | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const setUp = useSetUp();
  const once = useOnce(setUp.isPending);

  const handleSetUp = () =>
    setUp.mutate(undefined, {
      onSuccess: (setup) => setChange({ step: 'on', setup }),
      onError: (error) => toast.error(errorText(error)),
    });
  const handleDone = (shown: readonly string[] | null) => {
    setCodes(shown);
    setChange(null);
    void client.invalidateQueries({ queryKey: pageKeys.secondFactor });
  };

  const { data } = state;
  const passkeys = data?.passkeys ?? [];
  const hasApp = data !== undefined && data.since !== null;
  const hasFactor = hasApp || passkeys.length > 0;
  const isPossible = canUsePasskeys(data?.passkeysAt);
  if (change) {
    return (
      <ProofDialog
        change={change}
        hasFactor={hasFactor}
        hasPasskeys={isPossible && passkeys.length > 0}
        onDone={handleDone}
        onClose={() => setChange(null)}
      />
    );
  }
  const standing = () => {
    if (!data) return null;
    if (data.since !== null) return t('security.isOn', { date: formatDate(data.since), count: data.recoveryCodes });
    if (hasFactor) return t('security.isOnByPasskeys', { count: data.recoveryCodes });
    return t(data.required ? 'security.isOffRequired' : 'security.isOff');
  };
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
          data && (
            <>
              {hasFactor && (
                <Button variant="secondary" onClick={() => setChange({ step: 'renew' })}>
                  {t('security.renew')}
                </Button>
              )}
              {hasApp && (!data.required || passkeys.length > 0) && (
                <Button variant="danger" onClick={() => setChange({ step: 'off' })}>
                  {t('security.switchOff')}
                </Button>
              )}
              {!hasApp && (
                <Button isBusy={setUp.isPending} onClick={() => once(handleSetUp)}>
                  {t(hasFactor ? 'security.switchOnApp' : 'security.switchOn')}
                </Button>
              )}
            </>
          )
        )
      }
    >
      {!data &&
        (state.isError ? <ErrorState error={state.error} onRetry={() => void state.refetch()} /> : <RowsSkeleton />)}
      {codes && <RecoveryCodes codes={codes} />}
      {data && !codes && (
        <>
          <p>{standing()}</p>
          {(isPossible || passkeys.length > 0) && (
            <PasskeyList
              passkeys={passkeys}
              onAdd={isPossible && passkeys.length < PASSKEYS_MAX ? () => setChange({ step: 'add' }) : null}
              onRemove={(passkey) => setChange({ step: 'remove', passkey })}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
