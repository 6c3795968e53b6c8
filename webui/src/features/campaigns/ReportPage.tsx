import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import styled from 'styled-components';
import type { Campaign, RecipientState } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { campaignOptions, useExport } from './api';
import { NextSend } from './components/NextSend';
import { PauseBanner } from './components/PauseBanner';
import { ProgressChart } from './components/ProgressChart';
import { Recipients } from './components/Recipients';
import { StatusPill } from './components/StatusPill';
import { StepButtons } from './components/StepButtons';
import { StepQuestion, type AskedStep } from './components/StepQuestion';
import { Tiles } from './components/Tiles';
import { useLastLook } from './useLastLook';

/** The course, and what comes next beside it where there is room. */
const Beside = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 14px;
  max-width: 1180px;

  & > section:first-child {
    flex: 3 1 420px;
  }
  & > section:last-child {
    flex: 1 1 240px;
  }
`;

function Report({ campaign }: { campaign: Campaign }) {
  const t = useT();
  const navigate = useNavigate();
  const mayEdit = hasPermission(useUser(), 'campaigns-page:edit');
  const exporting = useExport();
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const [state, setState] = useState<RecipientState | null>(null);
  useLastLook(campaign);
  const { id, name, status, startedAt } = campaign;
  return (
    <PageFrame
      title={name}
      hasPanels
      note={
        <>
          <StatusPill campaign={campaign} />{' '}
          {[campaign.contactList?.name, startedAt && t('campaigns.since', { time: formatDateTime(startedAt) })]
            .filter(Boolean)
            .join(' · ')}
        </>
      }
      tools={
        <>
          <Button variant="ghost" icon={<ArrowLeft />} onClick={() => void navigate(paths.campaigns)}>
            {t('campaigns.title')}
          </Button>
          <Button
            variant="secondary"
            icon={<Download />}
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate({ id, name })}
          >
            {t('campaigns.export')}
          </Button>
          {mayEdit && <StepButtons campaign={campaign} onAsk={setAsked} />}
        </>
      }
    >
      <PauseBanner campaign={campaign} onFailures={() => setState('failed')} />
      <Tiles campaign={campaign} chosen={state} onChoose={setState} />
      <Beside>
        <ProgressChart id={id} />
        {(status === 'EM_ANDAMENTO' || status === 'PROGRAMADA') && <NextSend campaign={campaign} />}
      </Beside>
      <Recipients id={id} state={state} />
      {asked && <StepQuestion campaign={campaign} step={asked} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

/** How far a campaign has come, and with whom. */
export default function ReportPage() {
  const t = useT();
  const id = Number(useParams()['campaignId']);
  const { data, error, refetch } = useQuery(campaignOptions(id));
  if (data) return <Report key={id} campaign={data} />;
  return (
    <PageFrame title={t('campaigns.report')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
    </PageFrame>
  );
}
