import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useId, useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Invoice, PixCharge, Subscription } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { money } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { Failure } from '@/ui/Failure';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { invoiceOptions, subscriptionOptions, useCheckout, useChoosePlan } from '../api';
import { checkoutSchema, documentSchema, formOf, nextInvoice, sameInvoice, type CheckoutForm } from '../model';
import { DataFields } from './DataFields';
import { PaidView } from './PaidView';
import { PixView } from './PixView';
import { PlanStep } from './PlanStep';
import { Review } from './Review';
import { Steps, STEPS, type StepName } from './Steps';

interface CheckoutDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

/** A015: data, plan, review, and then the Pix to pay with. */
export function CheckoutDialog({ invoice, onClose }: CheckoutDialogProps) {
  const t = useT();
  const subscription = useQuery(subscriptionOptions);
  const title = t('billing.checkout.title', { number: invoice.id });
  const { data, error } = subscription;
  const outside = (content: ReactNode) => (
    <Dialog isOpen onClose={onClose} title={title}>
      {content}
    </Dialog>
  );
  if (!data) {
    if (error) return outside(<ErrorState error={error} onRetry={() => void subscription.refetch()} />);
    return outside(<RowsSkeleton />);
  }
  if (!data.canPay) return outside(<Failure>{t('billing.unavailable')}</Failure>);
  return <Checkout invoice={invoice} subscription={data} onClose={onClose} />;
}

interface CheckoutProps extends CheckoutDialogProps {
  subscription: Subscription;
}

function Checkout({ invoice: first, subscription, onClose }: CheckoutProps) {
  const t = useT();
  const id = useId();
  const [step, setStep] = useState<StepName>('data');
  const [charge, setCharge] = useState<PixCharge | null>(null);
  // Another plan asks for another invoice.
  const [invoice, setInvoice] = useState(first);
  const asked = subscription.chosenPlan?.plan.id ?? subscription.plan.id;
  const [planId, setPlanId] = useState(asked);
  const checkout = useCheckout(invoice.id);
  const choose = useChoosePlan();
  const isBusy = checkout.isPending || choose.isPending;
  const once = useOnce(isBusy);
  const form = useForm<CheckoutForm>({
    defaultValues: formOf(subscription),
    resolver: valibotResolver<CheckoutForm, unknown, CheckoutForm>(
      subscription.needsDocument ? documentSchema : checkoutSchema,
    ),
  });
  const { isDirty } = form.formState;

  const make = (onMade?: () => void) =>
    checkout.mutate(form.getValues(), {
      onSuccess: (made) => {
        setCharge(made);
        onMade?.();
      },
    });
  if (charge) {
    return (
      <Paying
        invoice={invoice}
        charge={charge}
        receiver={subscription.receiver}
        failure={checkout.isError ? errorText(checkout.error) : null}
        isRenewing={checkout.isPending}
        onRenew={() => once(() => make())}
        onClose={onClose}
      />
    );
  }
  // a credit that was given meanwhile has lowered it
  const shown = sameInvoice(subscription, invoice);
  const at = STEPS.indexOf(step);
  const goOn = () => setStep(STEPS[at + 1] ?? 'review');
  const handleChosen = (after: Subscription) => {
    const next = nextInvoice(after);
    const name = after.chosenPlan?.plan.name ?? after.plan.name;
    toast.success(t('billing.change.done', { plan: name }));
    if (!next) return onClose();
    setInvoice(next);
    return goOn();
  };
  const toNext = form.handleSubmit(() => {
    if (step !== 'plan' || planId === asked) return goOn();
    return once(() => choose.mutate(planId, { onSuccess: handleChosen }));
  });
  const handleMake = () => make(() => toast.success(t('billing.made')));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={isBusy}
      hasChanges={isDirty}
      title={t('billing.checkout.title', { number: invoice.id })}
      footer={
        <>
          {at > 0 && (
            <Button
              variant="ghost"
              icon={<ArrowLeft />}
              disabled={isBusy}
              onClick={() => setStep(STEPS[at - 1] ?? 'data')}
              style={{ marginRight: 'auto' }}
            >
              {t('billing.back')}
            </Button>
          )}
          {step === 'review' ? (
            <Button isBusy={checkout.isPending} onClick={() => once(handleMake)}>
              {t('billing.make', { value: money(shown.toPay) })}
            </Button>
          ) : (
            <Button type="submit" form={id} isBusy={choose.isPending}>
              {t('billing.next')}
            </Button>
          )}
        </>
      }
    >
      <Steps at={step} />
      <FormProvider {...form}>
        <form id={id} onSubmit={(event) => void toNext(event)} noValidate>
          {step === 'data' && <DataFields needsDocument={subscription.needsDocument} />}
          {step === 'plan' && <PlanStep subscription={subscription} chosen={planId} onChange={setPlanId} />}
          {step === 'review' && (
            <Review
              invoice={shown}
              subscription={subscription}
              form={form.getValues()}
              onEdit={() => setStep('data')}
              onChange={() => setStep('plan')}
            />
          )}
        </form>
      </FormProvider>
      {checkout.isError && <Failure>{errorText(checkout.error)}</Failure>}
      {choose.isError && step === 'plan' && <Failure>{errorText(choose.error)}</Failure>}
    </Dialog>
  );
}

interface PayingProps extends CheckoutDialogProps {
  charge: PixCharge;
  receiver: string;
  failure: string | null;
  isRenewing: boolean;
  onRenew: () => void;
}

/** The charge is there; whoever tells that it was paid makes the invoice be asked for anew. */
function Paying({ invoice, charge, receiver, failure, isRenewing, onRenew, onClose }: PayingProps) {
  const t = useT();
  const known = useQuery(invoiceOptions(invoice.id));
  if (known.data?.status === 'paid') {
    return (
      <Dialog isOpen onClose={onClose} title={t('billing.done.title')}>
        <PaidView invoice={invoice} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={t('billing.pix.title')}
      description={t('billing.pix.about', {
        number: invoice.id,
        detail: invoice.kind === 'difference' ? t('billing.difference', { plan: invoice.detail }) : invoice.detail,
      })}
      footer={
        <>
          <span style={{ flex: 1, alignSelf: 'center' }}>{t('billing.pix.close')}</span>
          <Button
            variant="secondary"
            icon={<RefreshCw />}
            isBusy={known.isFetching}
            onClick={() => void known.refetch()}
          >
            {t('billing.pix.paid')}
          </Button>
        </>
      }
    >
      <PixView charge={charge} receiver={receiver} isRenewing={isRenewing} onRenew={onRenew} />
      {failure !== null && <Failure>{failure}</Failure>}
    </Dialog>
  );
}
