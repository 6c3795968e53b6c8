import { lazy, Suspense } from 'react';
import { useT } from '../../../i18n';
import { Dialog } from '../../../ui/Dialog';
import { Spinner } from '../../../ui/Spinner';
import type { TransferFormProps } from './TransferForm';

const TransferForm = lazy(() => import('./TransferForm'));

interface TransferDialogProps extends TransferFormProps {
  isOpen: boolean;
}

/** The frame of a transfer; what is in it arrives with the first one. */
export function TransferDialog({ isOpen, ...form }: TransferDialogProps) {
  const t = useT();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={t('tickets.transferTitle')}
      description={t('tickets.transferText')}
      size="sm"
      isLocked={form.actions.isBusy}
    >
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <TransferForm {...form} />
        </Suspense>
      )}
    </Dialog>
  );
}
