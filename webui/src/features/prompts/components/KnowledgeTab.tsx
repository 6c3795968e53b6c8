import { useQuery } from '@tanstack/react-query';
import BookOpen from 'lucide-react/icons/book-open';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DataRow, DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { articlesOptions, useDeleteArticle } from '../api';
import { ArticleDialog } from './ArticleDialog';

const Root = styled.div`
  display: grid;
  gap: 12px;

  & > button {
    justify-self: end;
  }
  &[data-stale] {
    opacity: 0.6;
  }
`;

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** What the company knows: articles that models are told of. */
export default function KnowledgeTab() {
  const t = useT();
  const { data, error, refetch, isRefetchError } = useQuery(articlesOptions);
  const remove = useDeleteArticle();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const chosen = data.find((each) => each.id === open?.id) ?? null;
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('prompts.knowledge.new')}
    </Button>
  );
  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, {
      onSuccess: () => toast.success(t('prompts.knowledge.deleted')),
      onSettled: close,
    });
  };
  const heads = [t('prompts.knowledge.title'), t('prompts.knowledge.state'), t('prompts.head.actions')];
  return (
    <Root data-stale={isRefetchError || undefined}>
      {data.length > 0 && newButton}
      {data.length === 0 ? (
        <EmptyState
          icon={<BookOpen />}
          title={t('prompts.knowledge.empty')}
          text={t('prompts.knowledge.emptyText')}
          action={newButton}
        />
      ) : (
        <DataTable heads={heads}>
          {data.map(({ id, title, isOn }) => (
            <DataRow key={id}>
              <td>{title}</td>
              <td>
                <Pill>{t(isOn ? 'prompts.knowledge.on' : 'prompts.knowledge.off')}</Pill>
              </td>
              <td>
                <IconButton
                  label={t('prompts.editNamed', { name: title })}
                  onClick={() => setOpen({ dialog: 'form', id })}
                >
                  <Pencil />
                </IconButton>
                <IconButton
                  label={t('prompts.deleteNamed', { name: title })}
                  onClick={() => setOpen({ dialog: 'delete', id })}
                >
                  <Trash2 />
                </IconButton>
              </td>
            </DataRow>
          ))}
        </DataTable>
      )}
      {open?.dialog === 'form' && <ArticleDialog id={open.id} onClose={close} />}
      <ConfirmDialog
        isOpen={open?.dialog === 'delete' && chosen !== null}
        title={t('prompts.knowledge.deleteTitle', { name: chosen?.title ?? '' })}
        text={t('prompts.knowledge.deleteText')}
        confirmLabel={t('prompts.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={close}
      />
    </Root>
  );
}
