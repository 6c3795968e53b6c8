import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { useState } from 'react';
import styled from 'styled-components';
import type { PlanOffer, Subscription } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { ErrorState } from '@/ui/ErrorState';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { planOffersOptions, useChoosePlan } from '../api';
import { excessGb, FEATURES, lostFeatures } from '../model';

const Root = styled.section`
  max-width: 1180px;
  margin-top: 20px;
  font-size: ${font.base};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 2px 16px;
  margin-bottom: 10px;

  & > h2 {
    font-size: ${font.md};
  }
  & > p {
    color: ${color.textMuted};
  }
`;

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(250px, 1fr));
  gap: 12px;
`;

const Card = styled.li`
  display: flex;
  flex-direction: column;
  gap: 12px;
  padding: 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  &[data-own] {
    border-color: ${color.accent};
    box-shadow: inset 0 0 0 1px ${color.accent};
  }
  & > :last-child {
    margin-top: auto;
  }
`;

const Name = styled.h3`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 8px;
  /* as high with a pill as without one, so that the prices stand in a row */
  min-height: 22px;
  font-size: ${font.md};
  overflow-wrap: anywhere;
`;

const Price = styled.p`
  color: ${color.textMuted};

  & > b {
    color: ${color.text};
    font-size: ${font.xl};
    font-weight: ${font.semibold};
    font-variant-numeric: tabular-nums;
  }
`;

const Points = styled.ul`
  display: grid;
  gap: 6px;

  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & > li[data-missing] {
    color: ${color.textMuted};
  }
  & > li > svg {
    flex: none;
    width: 15px;
    height: 15px;
    color: ${color.success};
  }
  & > li[data-missing] > svg {
    color: ${color.textMuted};
  }
`;

const TooSmall = styled.div`
  padding: 8px 10px;
  border-radius: ${radius.md};
  background: ${color.warningSoft};
  color: ${color.warning};
  font-size: ${font.sm};

  & li {
    margin-left: 16px;
    list-style: disc;
  }
`;

/** What has to go before the company fits into a plan. */
export function Excess({ offer }: { offer: PlanOffer }) {
  const t = useT();
  return (
    <TooSmall>
      <p>{t('billing.plans.tooSmall')}</p>
      <ul>
        {offer.excess.map(({ of, used, most }) => (
          <li key={of}>
            {of === 'storage'
              ? t('billing.excess.storage', { count: excessGb(used, most) })
              : t(`billing.excess.${of as 'users' | 'connections' | 'queues'}`, { count: used - most })}
          </li>
        ))}
      </ul>
    </TooSmall>
  );
}

/** What it means to take a plan, in words. */
export function useMeaning(subscription: Subscription) {
  const t = useT();
  const period = t(`billing.period.${subscription.recurrence}`);
  return (offer: PlanOffer): string => {
    const value = money(offer.value);
    const lost = lostFeatures(subscription.plan, offer.plan).map((each) => t(`billing.feature.${each}`));
    const loses = lost.length > 0 ? ` ${t('billing.change.loses', { features: lost.join(', ') })}` : '';
    switch (offer.effect) {
      case 'difference':
        return (
          t('billing.change.difference', {
            difference: money(offer.difference ?? 0),
            date: formatDate(subscription.dueDate),
            value,
            period,
          }) + loses
        );
      case 'dueDate':
        return t('billing.change.dueDate', { date: formatDate(offer.at), value, period }) + loses;
      case 'nextPayment':
        return t('billing.change.nextPayment', { value }) + loses;
      case 'now':
        return t('billing.change.now', { value }) + loses;
      default:
        return '';
    }
  };
}

interface PlansProps {
  subscription: Subscription;
  /** The plan was chosen; what is to be paid for it follows. */
  onChosen: (subscription: Subscription) => void;
}

/** The plans that the company can take by itself. */
export function Plans({ subscription, onChosen }: PlansProps) {
  const t = useT();
  const { data, error, refetch } = useQuery(planOffersOptions);
  const [wanted, setWanted] = useState<PlanOffer | null>(null);
  const meaning = useMeaning(subscription);
  const choose = useChoosePlan();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const { chosenPlan } = subscription;
  const handleConfirm = ({ plan }: PlanOffer) =>
    choose.mutate(plan.id, {
      onSuccess: (after) => {
        toast.success(t('billing.change.done', { plan: plan.name }));
        setWanted(null);
        onChosen(after);
      },
      onError: (failure) => toast.error(errorText(failure)),
    });

  const card = (offer: PlanOffer) => {
    const { plan, excess } = offer;
    const isOwn = plan.id === subscription.plan.id;
    const isChosen = plan.id === chosenPlan?.plan.id;
    return (
      <Card key={plan.id} data-own={isOwn || undefined} aria-label={plan.name}>
        <Name>
          {plan.name}
          {isOwn && <Pill tone="accent">{t('billing.plan.current')}</Pill>}
          {isChosen && <Pill tone="info">{t('billing.plans.chosen')}</Pill>}
        </Name>
        <Price>
          <b>{money(offer.value)}</b>{' '}
          {t('billing.plans.per', { period: t(`billing.period.${subscription.recurrence}`) })}
        </Price>
        <Points>
          {(['users', 'connections', 'queues'] as const).map((each) => (
            <li key={each}>
              <Check aria-hidden />
              {t(`billing.plan.${each}`, { count: plan[each] })}
            </li>
          ))}
          <li>
            <Check aria-hidden />
            {plan.storageGb > 0
              ? t('billing.plans.storage', { count: plan.storageGb })
              : t('billing.plans.storageFree')}
          </li>
          {FEATURES.map((each) => {
            const feature = t(`billing.feature.${each}`);
            return (
              <li key={each} data-missing={!plan[each] || undefined}>
                {plan[each] ? <Check aria-hidden /> : <Minus aria-hidden />}
                <span aria-hidden>{feature}</span>
                <span className="visually-hidden">
                  {plan[each] ? t('billing.plans.has', { feature }) : t('billing.plans.hasNot', { feature })}
                </span>
              </li>
            );
          })}
        </Points>
        {excess.length > 0 && <Excess offer={offer} />}
        {isOwn ? (
          <Button variant="secondary" disabled>
            {t('billing.plans.own')}
          </Button>
        ) : (
          <Button
            variant={offer.effect === 'difference' || offer.effect === 'nextPayment' ? 'primary' : 'secondary'}
            disabled={data.closed != null || excess.length > 0 || isChosen}
            onClick={() => setWanted(offer)}
          >
            {t('billing.plans.take', { plan: plan.name })}
          </Button>
        )}
      </Card>
    );
  };

  return (
    <Root aria-labelledby="billing-plans">
      <Head>
        <h2 id="billing-plans">{t('billing.plans.title')}</h2>
        <p>{data.closed != null ? errorText(data.closed) : t('billing.plans.about')}</p>
      </Head>
      <Grid>{data.plans.map(card)}</Grid>
      {wanted && (
        <ConfirmDialog
          isOpen
          title={t('billing.change.title', { plan: wanted.plan.name })}
          text={meaning(wanted)}
          confirmLabel={t('billing.change.confirm')}
          isBusy={choose.isPending}
          onConfirm={() => handleConfirm(wanted)}
          onClose={() => setWanted(null)}
        />
      )}
    </Root>
  );
}
