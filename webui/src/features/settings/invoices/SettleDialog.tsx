import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { CompanyInvoice, Payment } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { paymentKind } from '@/lib/oddPayment';
import { color, font } from '@/styles/tokens';
import { Checkbox } from '@/ui/Checkbox';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { toast } from '@/ui/toast';
import { useSettle } from './api';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px 16px;

  & > dt {
    color: ${color.textMuted};
  }
  & > dd {
    font-weight: ${font.semibold};
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

const Words = styled.p`
  color: ${color.textMuted};
`;

const NOTE_MAX = 500;

interface SettleDialogProps {
  invoice: CompanyInvoice;
  payment: Payment;
  onClose: () => void;
}

/** What became of a payment that is not what was asked for. It moves neither money nor a due date, unless it becomes credit. */
export function SettleDialog({ invoice, payment, onClose }: SettleDialogProps) {
  const t = useT();
  const [note, setNote] = useState('');
  const [asCredit, setAsCredit] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const settle = useSettle(invoice.id);
  const kind = paymentKind(payment);
  const wasCredited = payment.credited + payment.creditTakenBack > 0;
  const isReady = note.trim() !== '';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isReady) return;
    const body = { endToEndId: payment.endToEndId, note: note.trim(), asCredit };
    settle.mutate(body, {
      onSuccess: () => {
        toast.success(t('billing.odd.settled'));
        onClose();
      },
    });
  };
  const facts = [
    [t('billing.all.company'), invoice.companyName],
    [t('billing.odd.asked'), money(invoice.toPay)],
    [t('billing.odd.came'), t('billing.odd.cameOn', { value: money(payment.value), date: formatDate(payment.paidAt) })],
    ...(payment.returned > 0 ? [[t('billing.odd.returned'), money(payment.returned)] as const] : []),
    [t('billing.odd.number'), payment.endToEndId],
  ] as const;
  return (
    <FormDialog
      title={t('billing.odd.title', { number: invoice.id })}
      saveLabel={t('billing.odd.settle')}
      isSaving={settle.isPending}
      failure={settle.isError ? errorText(settle.error) : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Facts>
        {facts.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}
      </Facts>
      {kind !== 'paid' && <Words>{t(`billing.odd.advice.${kind}`)}</Words>}
      {wasCredited && (
        <Words>
          {t('billing.odd.advice.credited', {
            taken: money(payment.creditTakenBack),
            credited: money(payment.credited),
          })}
        </Words>
      )}
      {payment.creditable > 0 && (
        <Checkbox
          label={t('billing.odd.asCredit', { value: money(payment.creditable) })}
          isChecked={asCredit}
          onChange={setAsCredit}
        />
      )}
      <Words>{t(asCredit ? 'billing.odd.asCreditText' : 'billing.odd.text')}</Words>
      <TextArea
        label={t('billing.odd.note')}
        error={isTried && !isReady ? t('billing.odd.noteNeeded') : undefined}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
