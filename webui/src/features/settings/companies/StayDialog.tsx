import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import type { CompanyDetails } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { beginStay } from '@/state/stay';
import { color, font } from '@/styles/tokens';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TextArea } from '@/ui/TextArea';
import { useEnterCompany } from './api';

const MINUTES = [15, 30, 45, 60];
const REASON = { least: 5, most: 300 };

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

interface StayDialogProps {
  company: CompanyDetails;
  onClose: () => void;
}

/** Support enters a company for a while: with a reason, and seen by everybody there. */
export function StayDialog({ company, onClose }: StayDialogProps) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState('30');
  const [isTried, setIsTried] = useState(false);
  const enter = useEnterCompany();
  const isReady = reason.trim().length >= REASON.least;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isReady) return;
    enter.mutate(
      { companyId: company.id, reason: reason.trim(), minutes: Number(minutes) },
      {
        onSuccess: ({ token, impersonation }) =>
          beginStay({ id: impersonation.id, token, expiresAt: impersonation.expiresAt }, paths.tickets),
      },
    );
  };
  return (
    <FormDialog
      title={t('platform.stay.title')}
      saveLabel={t('platform.stay.enter')}
      // The page goes with the answer.
      isSaving={enter.isPending || enter.isSuccess}
      failure={enter.isError ? errorText(enter.error) : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Words>{t('platform.stay.text', { name: company.name })}</Words>
      <TextArea
        label={t('platform.stay.reason')}
        hint={t('platform.stay.reasonHint')}
        error={isTried && !isReady ? t('platform.stay.reasonHint') : undefined}
        maxLength={REASON.most}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Select
        label={t('platform.stay.minutes')}
        value={minutes}
        options={MINUTES.map((count) => ({ value: String(count), label: t('platform.stay.count', { count }) }))}
        onValueChange={setMinutes}
      />
    </FormDialog>
  );
}
