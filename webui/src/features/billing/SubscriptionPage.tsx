import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import type { Invoice, Subscription } from '@/api/types';
import { useT } from '@/i18n';
import { daysUntil, formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CreditLine } from '@/ui/CreditLine';
import { ErrorState } from '@/ui/ErrorState';
import { Link } from '@/ui/Link';
import { PageFrame } from '@/ui/PageFrame';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { subscriptionOptions } from './api';
import { BillingTabs } from './components/BillingTabs';
import { CheckoutDialog } from './components/CheckoutDialog';
import { ChosenPlan } from './components/ChosenPlan';
import { Plans } from './components/Plans';
import { Uses } from './components/Uses';
import { usesOf } from './model';
import { useNote } from './useNote';

const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(260px, 1fr);
  align-items: start;
  gap: 16px;
  max-width: 1180px;
  font-size: ${font.base};

  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Card = styled.section`
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 16px;
  padding: 14px 16px;

  & > div {
    flex: 1 1 200px;
    min-width: 0;
  }
`;

const Name = styled.h2`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  font-size: ${font.md};
`;

const Words = styled.p`
  margin-top: 2px;
  color: ${color.textMuted};
  overflow-wrap: anywhere;
`;

const Trial = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 12px;
  max-width: 1180px;
  margin-bottom: 16px;
  padding: 12px 16px;
  border-radius: ${radius.lg};
  background: ${color.infoSoft};
  color: ${color.info};
  font-size: ${font.base};

  & > b {
    font-weight: ${font.semibold};
  }
`;

const Facts = styled.dl`
  display: grid;
  gap: 10px;
  padding: 14px 16px;

  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 2px 12px;
  }
  & dt {
    color: ${color.textMuted};
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
`;

const Title = styled.h2`
  padding: 14px 16px 0;
  font-size: ${font.md};
`;

const Foot = styled.p`
  padding: 0 16px 14px;
`;

interface PlanCardProps {
  subscription: Subscription;
  onPay: (invoice: Invoice) => void;
}

function PlanCard({ subscription, onPay }: PlanCardProps) {
  const t = useT();
  const now = new Date(useNow(MINUTE_MS));
  const { plan, dueDate, trialDaysLeft, openInvoice, value, credit, canPay } = subscription;
  const left = daysUntil(dueDate, now);
  const isLate = left !== null && left < 0;
  const state = (): ReactNode => {
    if (isLate) return <Pill tone="danger">{t('billing.sub.late')}</Pill>;
    if (trialDaysLeft != null) return <Pill tone="info">{t('billing.sub.trial')}</Pill>;
    return <Pill tone="success">{t('billing.sub.active')}</Pill>;
  };
  return (
    <Card aria-label={plan.name}>
      <Head>
        <div>
          <Name>
            {plan.name}
            {state()}
          </Name>
          <Words>
            {dueDate
              ? t('billing.sub.next', { value: money(value), date: formatDate(dueDate) })
              : t('billing.sub.endless')}
          </Words>
          {credit > 0 && <Words>{t('billing.credit.left', { value: money(credit) })}</Words>}
          {openInvoice && <CreditLine invoice={openInvoice} />}
          {!openInvoice && <Words>{t('billing.sub.nothing')}</Words>}
          {!canPay && <Words>{t('billing.unavailable')}</Words>}
        </div>
        <Button disabled={!openInvoice || !canPay} onClick={() => openInvoice && onPay(openInvoice)}>
          {openInvoice
            ? t('billing.sub.subscribeFor', { value: money(openInvoice.toPay) })
            : t('billing.sub.subscribe')}
        </Button>
      </Head>
      <Uses uses={usesOf(subscription)} />
    </Card>
  );
}

function BillingCard({ subscription }: { subscription: Subscription }) {
  const t = useT();
  const { email, recurrence, createdAt } = subscription;
  return (
    <Card aria-labelledby="billing-card">
      <Title id="billing-card">{t('billing.sub.billing')}</Title>
      <Facts>
        <div>
          <dt>{t('billing.sub.email')}</dt>
          <dd>{email || t('billing.sub.noEmail')}</dd>
        </div>
        <div>
          <dt>{t('billing.sub.method')}</dt>
          <dd>Pix</dd>
        </div>
        <div>
          <dt>{t('billing.sub.recurrence')}</dt>
          <dd>{t(`billing.recurrence.${recurrence}`)}</dd>
        </div>
        <div>
          <dt>{t('billing.sub.since')}</dt>
          <dd>{formatDate(createdAt)}</dd>
        </div>
      </Facts>
      <Foot>
        <Link to={paths.invoices}>{t('billing.sub.invoices')}</Link>
      </Foot>
    </Card>
  );
}

/** A016: the plan, what is used of it, how long the trial goes on, and the way to subscribe. */
export default function SubscriptionPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(subscriptionOptions);
  const note = useNote(data);
  const [paid, setPaid] = useState<Invoice | null>(null);
  // what is to be paid for the plan is paid next
  const handleChosen = ({ chosenPlan, canPay }: Subscription) => {
    if (chosenPlan?.invoice && canPay) setPaid(chosenPlan.invoice);
  };
  const content = () => {
    if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
    return (
      <>
        {data.trialDaysLeft != null && (
          <Trial role="note">
            <b>{t('billing.sub.trialLeft', { count: data.trialDaysLeft })}</b>
            {t('billing.sub.trialText')}
          </Trial>
        )}
        <ChosenPlan subscription={data} onPay={setPaid} />
        <Grid>
          <PlanCard subscription={data} onPay={setPaid} />
          <BillingCard subscription={data} />
        </Grid>
        <Plans subscription={data} onChosen={handleChosen} />
      </>
    );
  };
  return (
    <PageFrame title={t('billing.title')} note={note}>
      <BillingTabs selected="subscription" />
      {content()}
      {paid && <CheckoutDialog key={paid.id} invoice={paid} onClose={() => setPaid(null)} />}
    </PageFrame>
  );
}
