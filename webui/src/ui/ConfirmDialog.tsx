import { useEffect, useRef } from 'react';
import { useT } from '@/i18n';
import { Button } from './Button';
import { Dialog } from './Dialog';

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
  const hasAnswer = useRef(false);
  const busyNow = useRef(isBusy);
  useEffect(() => {
    busyNow.current = isBusy;
    if (isOpen && !isBusy) hasAnswer.current = false;
  }, [isOpen, isBusy]);
  const handleConfirm = () => {
    // A second press comes before `isBusy` is drawn, or while the dialog fades away.
    if (!isOpen || hasAnswer.current) return;
    hasAnswer.current = true;
    onConfirm();
    // What failed at once was never drawn as busy. Queries draw in a turn of their own, which comes before this one.
    setTimeout(() => {
      hasAnswer.current = busyNow.current;
    });
  };
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
          <Button variant={isDanger ? 'danger' : 'primary'} onClick={handleConfirm} isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
