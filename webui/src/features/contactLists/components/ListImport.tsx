import { useT } from '@/i18n';
import { ImportDialog } from '@/ui/ImportDialog';
import { toast } from '@/ui/toast';
import { useListImport, usePreviewListImport } from '../api';

interface ListImportProps {
  listId: number;
  name: string;
  onClose: () => void;
}

/** People of a list from a spreadsheet. */
export default function ListImport({ listId, name, onClose }: ListImportProps) {
  const t = useT();
  return (
    <ImportDialog
      title={t('contactLists.importTo', { name })}
      hint={t('contactLists.importHint')}
      known={t('contactLists.importKnown')}
      preview={usePreviewListImport(listId)}
      run={useListImport(listId)}
      onDone={({ created }) => toast.success(t('contactLists.imported', { count: created }))}
      onClose={onClose}
    />
  );
}
