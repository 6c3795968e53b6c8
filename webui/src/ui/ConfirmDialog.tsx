import { useT } from '@/i18n';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { useOnce } from './useOnce';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question that is answered once each time it is asked, and again only after what was confirmed has failed. */
export function ConfirmDialog({
  isOpen,
  title,
  text,
  confirmLabel,
  cancelLabel,
  isDanger,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useT();
  const once = useOnce(isBusy, isOpen);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={text}
      size="sm"
      isLocked={isBusy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {cancelLabel ?? t('common.cancel')}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} onClick={() => once(onConfirm)} isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
