import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listOptions } from '@/api/contactLists';
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
  const run = useListImport(listId);
  const { data: list } = useQuery(listOptions(listId));
  const count = list?.contactsCount ?? 0;
  // Counted from what stood in the list when it began; the list is told every 5,000.
  const [before, setBefore] = useState<number | null>(null);
  if (run.isPending !== (before !== null)) setBefore(run.isPending ? count : null);
  return (
    <ImportDialog
      title={t('contactLists.importTo', { name })}
      hint={t('contactLists.importHint')}
      known={t('contactLists.importKnown')}
      preview={usePreviewListImport(listId)}
      run={run}
      progress={before === null ? null : Math.max(0, count - before)}
      onDone={(done) =>
        toast.success(t('contactLists.imported', { count: done.reduce((sum, { created }) => sum + created, 0) }))
      }
      onClose={onClose}
    />
  );
}
