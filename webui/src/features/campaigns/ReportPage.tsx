import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleX from 'lucide-react/icons/circle-x';
import Download from 'lucide-react/icons/download';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import styled from 'styled-components';
import type { Campaign, RecipientState } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { campaignOptions, useExport, useStep } from './api';
import { NextSend } from './components/NextSend';
import { PauseBanner } from './components/PauseBanner';
import { ProgressChart } from './components/ProgressChart';
import { Recipients } from './components/Recipients';
import { StatusPill } from './components/StatusPill';
import { StepQuestion } from './components/StepQuestion';
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
  const go = useStep();
  const exporting = useExport();
  const [asked, setAsked] = useState<'start' | 'cancel' | 'restart' | null>(null);
  const [state, setState] = useState<RecipientState | null>(null);
  useLastLook(campaign);
  const { id, name, status, startedAt } = campaign;
  const step = (next: 'pause' | 'resume') => go.mutate({ id, step: next });
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
          {status === 'EM_ANDAMENTO' && (
            <>
              <Button variant="danger" icon={<CircleX />} onClick={() => setAsked('cancel')}>
                {t('campaigns.cancel')}
              </Button>
              {campaign.pausedAt === null ? (
                <Button variant="secondary" icon={<Pause />} isBusy={go.isPending} onClick={() => step('pause')}>
                  {t('campaigns.pause')}
                </Button>
              ) : (
                <Button icon={<Play />} isBusy={go.isPending} onClick={() => step('resume')}>
                  {t('campaigns.resume')}
                </Button>
              )}
            </>
          )}
          {status === 'CANCELADA' && (
            <Button icon={<RotateCcw />} onClick={() => setAsked('restart')}>
              {t('campaigns.restart')}
            </Button>
          )}
          {(status === 'INATIVA' || status === 'PROGRAMADA') && (
            <Button icon={<Play />} onClick={() => setAsked('start')}>
              {t('campaigns.start')}
            </Button>
          )}
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
