import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Headset from 'lucide-react/icons/headset';
import Lock from 'lucide-react/icons/lock';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Impersonation } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { formatDate, formatTime } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { useUser } from '@/state/session';
import { currentStay, leaveStay } from '@/state/stay';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { preloadDialog } from '@/ui/Dialog';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { paths } from '../paths';
import { standingOf } from './companyStanding';

// The bars come behind what a page shows first; so do dialogs, which are typed into as soon as they are asked for.
preloadDialog();

const Root = styled.div`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  padding: 6px 16px;
  border-bottom: 1px solid ${color.line};
  background: ${color.warningSoft};
  color: ${color.warning};
  font-size: ${font.base};

  &[data-tone='danger'] {
    background: ${color.dangerSoft};
    color: ${color.danger};
  }
  &[data-tone='info'] {
    background: ${color.infoSoft};
    color: ${color.info};
  }
  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`;

const Words = styled.p`
  flex: 1 1 200px;
  min-width: 0;
  overflow-wrap: anywhere;
`;

interface BarProps {
  tone: 'info' | 'warning' | 'danger';
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}

const Bar = ({ tone, icon, children, action }: BarProps) => (
  <Root data-tone={tone} role="status">
    {icon}
    <Words>{children}</Words>
    {action}
  </Root>
);

const Pay = styled(Link)`
  flex: none;
  font-weight: ${font.medium};
  text-decoration: underline;
`;

/** Rule B12: who can pay is led to what has to be paid when he signs in. */
function useWayToBilling(isNeeded: boolean) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isNew = typeof state === 'object' && state !== null && 'isNew' in state;
  // Synchronises with the address: it is followed once, from the first page after the log-in.
  useEffect(() => {
    if (isNeeded && isNew) void navigate(paths.invoices, { replace: true });
  }, [isNeeded, isNew, navigate]);
}

/** The company may only look, or soon. Who can pay is led there. */
function StandingBar() {
  const t = useT();
  const { company, profile } = useUser();
  const standing = standingOf(company, new Date(useNow(MINUTE_MS)));
  const date = formatDate(company.dueDate);
  useWayToBilling(standing.kind === 'overdue' && profile === 'admin');
  const pay = profile === 'admin' && <Pay to={paths.invoices}>{t('bars.pay')}</Pay>;
  if (standing.kind === 'suspended') {
    return (
      <Bar tone="danger" icon={<Lock aria-hidden />}>
        {t('bars.suspended')}
      </Bar>
    );
  }
  if (standing.kind === 'overdue') {
    return (
      <Bar tone="danger" icon={<Lock aria-hidden />} action={pay}>
        {t('bars.overdue', { date })}
      </Bar>
    );
  }
  // Who cannot pay is not worried before it matters.
  if (standing.kind === 'fine' || profile !== 'admin') return null;
  if (standing.kind === 'soon') {
    // what costs nothing is not paid
    if (!company.plan?.value) return null;
    return (
      <Bar tone="info" icon={<ReceiptText aria-hidden />} action={pay}>
        {t('bars.soon', { date, count: standing.daysLeft })}
      </Bar>
    );
  }
  return (
    <Bar tone="warning" icon={<Lock aria-hidden />} action={pay}>
      {t('bars.grace', { date, count: standing.daysLeft + 1 })}
    </Bar>
  );
}

function SupportBar({ stay }: { stay: Impersonation }) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const isOwn = currentStay()?.id === stay.id;
  const end = useMutation({
    mutationFn: () => api.delete('/impersonations/{id}', { path: { id: stay.id } }),
    onSuccess: () => isOwn && leaveStay(),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: pageKeys.impersonations }),
  });
  const values = {
    actor: stay.actorName,
    company: user.company.name,
    user: stay.userName,
    time: formatTime(stay.expiresAt),
    reason: stay.reason,
  };
  const mayEnd = isOwn || user.profile === 'admin';
  return (
    <Bar
      tone="info"
      icon={<Headset aria-hidden />}
      action={
        mayEnd && (
          <Button variant="secondary" size="sm" isBusy={end.isPending} onClick={() => end.mutate()}>
            {t(isOwn ? 'bars.leave' : 'bars.end')}
          </Button>
        )
      }
    >
      {t(isOwn ? 'bars.ownStay' : 'bars.stay', values)}
    </Bar>
  );
}

/** A stay ends by itself; nobody tells. */
function useRunning(stays: readonly Impersonation[]): readonly Impersonation[] {
  const [now, setNow] = useState(() => Date.now());
  const ends = stays.map((stay) => new Date(stay.expiresAt).getTime()).filter((end) => end > now);
  const next = Math.min(...ends);
  // Synchronises with the clock: the bar goes when the time is over.
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now());
    return () => clearTimeout(timer);
  }, [next]);
  return stays.filter((stay) => new Date(stay.expiresAt).getTime() > now);
}

/** What everybody in the company has to know, on every page: support at work in it, and that it may only look. */
export default function CompanyBars() {
  const { data } = useQuery({
    queryKey: pageKeys.impersonations,
    queryFn: ({ signal }) => api.get('/impersonations', { signal }),
  });
  const running = useRunning(data ?? []);
  return (
    <>
      {running.map((stay) => (
        <SupportBar key={stay.id} stay={stay} />
      ))}
      <StandingBar />
    </>
  );
}
