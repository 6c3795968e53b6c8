import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { useOnce } from '@/ui/useOnce';
import { useClosing, type ClosingWish } from './useClosing';
import { ClosingFields } from './ClosingFields';

interface CloseDialogProps {
  name: string;
  isBusy: boolean;
  onConfirm: (how: ClosingWish) => void;
  onClose: () => void;
}

/** Asks before a ticket is closed, and why where the company wants to know. */
export default function CloseDialog({ name, isBusy, onConfirm, onClose }: CloseDialogProps) {
  const t = useT();
  const closing = useClosing();
  const once = useOnce(isBusy);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('bulk.closeQuestion.title')}
      description={t('bulk.closeQuestion.text', { name })}
      size="sm"
      isLocked={isBusy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => once(() => onConfirm(closing.how))} isBusy={isBusy} disabled={!closing.isReady}>
            {t('bulk.close')}
          </Button>
        </>
      }
    >
      <ClosingFields closing={closing} />
    </Dialog>
  );
}
