import { useT } from '@/i18n';
import { ConfirmDialog } from './ConfirmDialog';
import type { useUnsaved } from './useUnsaved';

interface UnsavedQuestionProps {
  unsaved: ReturnType<typeof useUnsaved>;
}

/** Whether changes are given up. Its texts are those of `dialog`. */
export function UnsavedQuestion({ unsaved }: UnsavedQuestionProps) {
  const t = useT();
  return (
    <ConfirmDialog
      isOpen={unsaved.isAsking}
      title={t('dialog.unsaved')}
      text={t('dialog.unsavedText')}
      confirmLabel={t('dialog.giveUp')}
      cancelLabel={t('dialog.keep')}
      isDanger
      onConfirm={unsaved.giveUp}
      onClose={unsaved.keep}
    />
  );
}
