import { useQuery } from '@tanstack/react-query';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import { useState } from 'react';
import { templatesOptions } from '@/api/templates';
import type { TemplateChoice } from '@/api/types';
import { useT } from '@/i18n';
import { findChosen, hasFile, isFilled, isSendable, NO_VALUES, previewOf } from '@/lib/templates';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { Dialog } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { TemplateFields } from '@/ui/TemplateFields';
import type { Piece } from './pieces';

interface TemplateDialogProps {
  connectionId: number;
  onSend: (piece: Piece) => void;
  onClose: () => void;
}

/** An approved text for the customer: chosen, filled, read once more and sent. */
export function TemplateDialog({ connectionId, onSend, onClose }: TemplateDialogProps) {
  const t = useT();
  const { data, error, refetch } = useQuery(templatesOptions(connectionId));
  const [choice, setChoice] = useState<TemplateChoice | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const templates = (data ?? []).filter(isSendable);
  const chosen = findChosen(templates, choice);
  const values = choice?.values ?? NO_VALUES;

  if (templates.length === 0) {
    return (
      <Dialog isOpen onClose={onClose} title={t('templates.sendTitle')}>
        {data && <EmptyState icon={<LayoutTemplate />} title={t('templates.none')} text={t('templates.noneText')} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <RowsSkeleton />}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('templates.sendTitle')}
      saveLabel={t('templates.send')}
      isSaving={false}
      failure={isChecked && !chosen ? t('templates.required') : null}
      hasChanges={choice !== null}
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (!chosen || !choice || !isFilled(chosen, values) || !hasFile(chosen, file)) return;
        onSend({ body: previewOf(chosen, values), file, isPrivate: false, template: choice });
        onClose();
      }}
      onClose={onClose}
    >
      <TemplateFields
        templates={templates}
        choice={choice}
        label={t('templates.choose')}
        placeholder={t('templates.choosePlaceholder')}
        isChecked={isChecked}
        file={{ name: file?.name ?? null, onChange: setFile }}
        onChoice={setChoice}
      />
    </FormDialog>
  );
}
