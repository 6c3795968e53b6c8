import { useQuery } from '@tanstack/react-query';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import styled from 'styled-components';
import { templatesOptions } from '@/api/templates';
import type { Connection, MessageTemplate } from '@/api/types';
import { useT } from '@/i18n';
import { fileKindOf, hasPlace, NO_VALUES, previewOf } from '@/lib/templates';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { refusalText, useDeleteTemplate, useRefreshTemplates } from '../templateCalls';
import { categoryId, statusId, toneOf } from '../templates';
import { TemplateForm } from './TemplateForm';
import { TemplateOwnFile } from './TemplateOwnFile';

const List = styled.ul`
  display: grid;
  gap: 10px;
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 10px;
  padding: 12px 8px 12px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;

  & > h3 {
    font-size: ${font.base};
    font-weight: ${font.semibold};
    overflow-wrap: anywhere;
  }
`;

const Text = styled.p`
  grid-column: 1 / -1;
  max-height: 120px;
  overflow-y: auto;
  color: ${color.textMuted};
  font-size: ${font.sm};
  overflow-wrap: anywhere;
  white-space: pre-wrap;

  &[data-tone='danger'] {
    color: ${color.danger};
  }
`;

interface TemplatesDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** The templates of a number: how they stand with Meta, a new one, one less. For admins. */
export default function TemplatesDialog({ connection, onClose }: TemplatesDialogProps) {
  const t = useT();
  const { id, name } = connection;
  const { data, error, refetch } = useQuery(templatesOptions(id));
  const refresh = useRefreshTemplates(id);
  const once = useOnce(refresh.isPending);
  const remove = useDeleteTemplate(id);
  const [isWriting, setIsWriting] = useState(false);
  const [doomed, setDoomed] = useState<MessageTemplate | null>(null);
  const handleRefresh = () =>
    refresh.mutate(undefined, {
      onSuccess: () => toast.success(t('templates.refreshed')),
      onError: (failure) => toast.error(refusalText(failure)),
    });
  const handleDelete = () =>
    doomed &&
    remove.mutate(doomed.id, {
      onSuccess: () => toast.success(t('templates.deleted')),
      onError: (failure) => toast.error(refusalText(failure)),
      onSettled: () => setDoomed(null),
    });
  const newButton = (
    <Button icon={<Plus />} onClick={() => setIsWriting(true)}>
      {t('templates.new')}
    </Button>
  );

  if (isWriting) return <TemplateForm connectionId={id} onClose={() => setIsWriting(false)} />;
  return (
    <>
      <Dialog
        isOpen={doomed === null}
        onClose={onClose}
        size="lg"
        title={t('templates.manage', { name })}
        description={t('templates.subtitle')}
        footer={
          <>
            <Button
              variant="secondary"
              icon={<RefreshCw />}
              isBusy={refresh.isPending}
              onClick={() => once(handleRefresh)}
            >
              {t('templates.refresh')}
            </Button>
            {newButton}
          </>
        }
      >
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <RowsSkeleton />}
        {data?.length === 0 && (
          <EmptyState icon={<LayoutTemplate />} title={t('templates.empty')} text={t('templates.emptyText')} />
        )}
        {data && data.length > 0 && (
          <List>
            {data.map((template) => {
              const category = categoryId(template.category);
              return (
                <Item key={template.id}>
                  <Head>
                    <h3>{template.name}</h3>
                    <Pill tone={toneOf(template.status)} hasDot>
                      {t(statusId(template.status))}
                    </Pill>
                    <Pill>{category ? t(category) : template.category}</Pill>
                    <Pill>{template.language}</Pill>
                  </Head>
                  <IconButton
                    label={t('templates.deleteNamed', { name: template.name })}
                    onClick={() => setDoomed(template)}
                  >
                    <Trash2 />
                  </IconButton>
                  <Text>{previewOf(template, NO_VALUES)}</Text>
                  {hasPlace(template) && <Text>{t('templates.placeHeader')}</Text>}
                  {fileKindOf(template) && <TemplateOwnFile template={template} />}
                  {template.rejectedReason && (
                    <Text data-tone="danger">{t('templates.rejected', { reason: template.rejectedReason })}</Text>
                  )}
                </Item>
              );
            })}
          </List>
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t('templates.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('templates.deleteText')}
        confirmLabel={t('templates.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
