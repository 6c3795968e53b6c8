import { useT } from '@/i18n';
import { ImportDialog } from '@/ui/ImportDialog';
import { toast } from '@/ui/toast';
import { useImport, usePreviewImport } from '../api';

/** Contacts from a spreadsheet. */
export default function ContactImport({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <ImportDialog
      title={t('contacts.import.title')}
      hint={t('contacts.import.hint')}
      known={t('contacts.import.problem.known')}
      preview={usePreviewImport()}
      run={useImport()}
      onDone={(done) => toast.success(t('contacts.import.done', { count: done.flat().length }))}
      onClose={onClose}
    />
  );
}
