import { useQuery } from '@tanstack/react-query';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import styled from 'styled-components';
import { helpsOptions } from '@/api/helps';
import type { Help } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DataRow, DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { useDeleteHelp } from './api';
import { HelpDialog } from './HelpDialog';

const Head = styled.div`
  display: flex;
  justify-content: flex-end;
  max-width: 1180px;
  margin-bottom: 12px;
`;

/** A012 A104: the videos that everybody sees on the help page. */
export default function HelpsTab() {
  const t = useT();
  const { data: helps, error, refetch } = useQuery(helpsOptions);
  const [edited, setEdited] = useState<Help | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Help | null>(null);
  const remove = useDeleteHelp();
  const newButton = (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      {t('platform.help.new')}
    </Button>
  );
  const content = () => {
    if (!helps && !error) return <RowsSkeleton />;
    if (!helps) return <ErrorState title={t('platform.listFailed')} error={error} onRetry={() => void refetch()} />;
    if (helps.length === 0) {
      const empty = { title: t('platform.help.empty'), text: t('platform.help.emptyText') };
      return <EmptyState icon={<CircleQuestionMark />} {...empty} action={newButton} />;
    }
    const heads = ['help.heading', 'help.video', 'help.description', 'actions'] as const;
    return (
      <>
        <Head>{newButton}</Head>
        <DataTable heads={heads.map((head) => t(`platform.${head}`))}>
          {helps.map((help) => (
            <DataRow key={help.id}>
              <td>{help.title}</td>
              <td>{help.video}</td>
              <td>{help.description}</td>
              <td>
                <IconButton label={t('platform.editNamed', { name: help.title })} onClick={() => setEdited(help)}>
                  <Pencil />
                </IconButton>
                <IconButton label={t('platform.deleteNamed', { name: help.title })} onClick={() => setDoomed(help)}>
                  <Trash2 />
                </IconButton>
              </td>
            </DataRow>
          ))}
        </DataTable>
      </>
    );
  };
  return (
    <>
      {content()}
      {edited && <HelpDialog help={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t('platform.help.deleteTitle', { name: doomed?.title ?? '' })}
        text={t('platform.help.deleteText')}
        confirmLabel={t('platform.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() =>
          doomed &&
          remove.mutate(doomed.id, {
            onSuccess: () => toast.success(t('platform.saved')),
            onError: () => toast.error(t('platform.deleteFailed')),
            onSettled: () => setDoomed(null),
          })
        }
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
