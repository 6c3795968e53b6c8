import { useInfiniteQuery } from '@tanstack/react-query';
import Blocks from 'lucide-react/icons/blocks';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { integrationPageOptions, useDeleteIntegration } from './api';
import { IntegrationDialog } from './components/IntegrationDialog';
import { CallLog } from './components/CallLog';
import { IntegrationCards } from './components/IntegrationCards';
import { TrialDialog } from './components/TrialDialog';
import { withUse } from './model';

type Open = { dialog: 'form' | 'delete' | 'trial'; id: number | null } | null;

/** A029: bots and systems that talk with customers before people do. */
export default function QueueIntegrationsPage() {
  const t = useT();
  const search = useListSearch();
  const found = useInfiniteQuery(integrationPageOptions(search.search));
  const list = pagedList(found, (page) => page.queueIntegrations);
  const remove = useDeleteIntegration();
  const [open, setOpen] = useState<Open>(null);
  const [shownId, setShownId] = useState<number | null>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const uses = found.data?.pages.flatMap((page) => page.uses) ?? [];
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('queueIntegrations.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('queueIntegrations.deleted')), onSettled: close });
  };

  return (
    <ListPage
      title={t('queueIntegrations.title')}
      note={t('queueIntegrations.subtitle')}
      search={{ ...search, label: t('queueIntegrations.search') }}
      newButton={newButton}
      list={list}
      words={{
        icon: <Blocks />,
        empty: t('queueIntegrations.empty'),
        emptyText: t('queueIntegrations.emptyText'),
        none: t('queueIntegrations.notFound'),
        noneText: t('queueIntegrations.notFoundText'),
      }}
      dialogs={
        <>
          {open?.dialog === 'form' && <IntegrationDialog key={open.id} record={chosen} onClose={close} />}
          {open?.dialog === 'trial' && chosen && <TrialDialog key={open.id} integration={chosen} onClose={close} />}
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('queueIntegrations.deleteTitle', { name: chosen?.name ?? '' })}
            text={t('queueIntegrations.deleteText')}
            confirmLabel={t('queueIntegrations.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(records) => {
        const shown = records.find(({ id }) => id === shownId) ?? records[0];
        return (
          <>
            <IntegrationCards
              records={records}
              uses={uses}
              chosenId={shown?.id ?? null}
              onChoose={setShownId}
              onEdit={(id) => setOpen({ dialog: 'form', id })}
              onDelete={(id) => setOpen({ dialog: 'delete', id })}
              onTry={(id) => setOpen({ dialog: 'trial', id })}
            />
            {shown && (
              <CallLog
                key={shown.id}
                integration={shown}
                use={withUse(shown, uses)}
                onTry={() => setOpen({ dialog: 'trial', id: shown.id })}
              />
            )}
          </>
        );
      }}
    </ListPage>
  );
}
