import { useInfiniteQuery } from '@tanstack/react-query';
import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CampaignStanding } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { campaignPageOptions, useDeleteCampaign, useStep, type Step } from './api';
import { CampaignDialog } from './components/CampaignDialog';
import { CampaignTable } from './components/CampaignTable';
import { NumberCards } from './components/NumberCards';
import type { CampaignWork } from './components/RowTools';
import { StandingChips } from './components/StandingChips';
import { isAsked, StepQuestion } from './components/StepQuestion';

type Open = { dialog: 'form' | 'copy' | 'delete' | 'start' | 'cancel' | 'restart'; id: number | null } | null;

/** A023: messages to many. */
export default function CampaignsPage() {
  const t = useT();
  const navigate = useNavigate();
  const mayEdit = hasPermission(useUser(), 'campaigns-page:edit');
  const search = useListSearch();
  const [standing, setStanding] = useState<CampaignStanding | null>(null);
  const query = useInfiniteQuery(campaignPageOptions(search.search, standing));
  const list = pagedList(query, (page) => page.records);
  const remove = useDeleteCampaign();
  const go = useStep();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const emptyText = mayEdit ? 'campaigns.emptyText' : 'campaigns.emptyToReaders';
  const first = query.data?.pages[0];
  const count = first?.standings.reduce((sum, each) => sum + each.count, 0);

  const handleStep = (id: number, step: Step) => {
    if (isAsked(step)) setOpen({ dialog: step, id });
    else if (!go.isPending) go.mutate({ id, step });
  };
  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('campaigns.deleted')), onSettled: close });
  };

  const work: CampaignWork = {
    onEdit: (id) => setOpen({ dialog: 'form', id }),
    onDuplicate: (id) => setOpen({ dialog: 'copy', id }),
    onDelete: (id) => setOpen({ dialog: 'delete', id }),
    onStep: handleStep,
  };

  return (
    <ListPage
      title={t('campaigns.title')}
      count={count === undefined ? null : t('campaigns.count', { count })}
      search={{ ...search, label: t('campaigns.search') }}
      tools={
        mayEdit && (
          <Button variant="secondary" icon={<SlidersHorizontal />} onClick={() => void navigate(paths.campaignsConfig)}>
            {t('campaigns.config')}
          </Button>
        )
      }
      newButton={
        mayEdit && (
          <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
            {t('campaigns.new')}
          </Button>
        )
      }
      above={
        <>
          <NumberCards />
          <StandingChips standings={first?.standings} chosen={standing} onChoose={setStanding} />
        </>
      }
      list={list}
      words={{
        icon: <Megaphone />,
        empty: t(standing === null ? 'campaigns.empty' : 'campaigns.none'),
        emptyText: t(standing === null ? emptyText : 'campaigns.noneOfStanding'),
        none: t('campaigns.none'),
        noneText: t('campaigns.noneText'),
      }}
      dialogs={
        <>
          {open?.dialog === 'form' && <CampaignDialog key={open.id} record={chosen} onClose={close} />}
          {chosen && open?.dialog === 'copy' && <CampaignDialog record={null} copied={chosen} onClose={close} />}
          {chosen && open && open.dialog !== 'form' && open.dialog !== 'copy' && open.dialog !== 'delete' && (
            <StepQuestion campaign={chosen} step={open.dialog} onClose={close} />
          )}
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('campaigns.deleteTitle', { name: chosen?.name ?? '' })}
            text={t('campaigns.deleteText')}
            confirmLabel={t('campaigns.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(records) => <CampaignTable records={records} work={mayEdit ? work : null} />}
    </ListPage>
  );
}
