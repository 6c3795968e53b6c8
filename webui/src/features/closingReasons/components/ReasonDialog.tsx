import { useState } from 'react';
import type { ClosingReason } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/TextField';
import { useOnce } from '@/ui/useOnce';
import { useSaveReason } from '../api';

const FORM_ID = 'reason-form';
const NAME_MAX = 60;

interface ReasonDialogProps {
  /** Null makes a new one. */
  reason: ClosingReason | null;
  onClose: () => void;
}

export function ReasonDialog({ reason, onClose }: ReasonDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(reason);
  const [name, setName] = useState(edited?.name ?? '');
  const save = useSaveReason();
  const once = useOnce(save.isPending);
  const isReady = name.trim() !== '';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      size="sm"
      title={t(edited ? 'closingReasons.edit' : 'closingReasons.new')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={save.isPending} disabled={!isReady}>
            {t('closingReasons.save')}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) once(() => save.mutate({ id: edited?.id ?? null, name: name.trim() }, { onSuccess: onClose }));
        }}
      >
        <TextField
          label={t('closingReasons.name')}
          autoComplete="off"
          value={name}
          maxLength={NAME_MAX}
          error={save.isError ? errorText(save.error) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
