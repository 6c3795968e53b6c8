import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { CompanyInvoice } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { toast } from '@/ui/toast';
import { useMarkPaid } from './api';

const Words = styled.p`
  color: ${color.textMuted};
`;

const REASON_MAX = 500;

interface PaidDialogProps {
  invoice: CompanyInvoice;
  onClose: () => void;
}

/** Why an invoice counts as paid. */
export function PaidDialog({ invoice, onClose }: PaidDialogProps) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const mark = useMarkPaid(invoice.id);
  const isReady = reason.trim() !== '';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isReady) return;
    mark.mutate(reason.trim(), {
      onSuccess: () => {
        toast.success(t('billing.all.marked'));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t('billing.all.markTitle', { number: invoice.id })}
      saveLabel={t('billing.all.mark')}
      isSaving={mark.isPending}
      failure={mark.isError ? errorText(mark.error) : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Words>{t('billing.all.markText', { company: invoice.companyName })}</Words>
      <TextArea
        label={t('billing.all.reason')}
        error={isTried && !isReady ? t('billing.all.reasonNeeded') : undefined}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
