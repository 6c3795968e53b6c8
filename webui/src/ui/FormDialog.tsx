import { useId, type FormEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from './Button';
import { Dialog, type DialogProps } from './Dialog';
import { Failure } from './Failure';
import { useSubmitOnce } from './useOnce';

const Form = styled.form`
  display: grid;
  gap: 16px;
`;

interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'hasChanges' | 'onClose'> {
  saveLabel: string;
  isSaving: boolean;
  /** Why the form was not taken. */
  failure: string | null;
  onSubmit: (event: FormEvent) => unknown;
  /** In milliseconds, before the call. */
  submitDelay?: number;
  children: ReactNode;
}

/** A dialog that makes or changes one record, once for each time it is sent; it stays while that is being saved. */
export function FormDialog({
  title,
  size,
  hasChanges,
  saveLabel,
  isSaving,
  failure,
  onSubmit,
  submitDelay,
  onClose,
  children,
}: FormDialogProps) {
  const t = useT();
  const id = useId();
  const handleSubmit = useSubmitOnce(isSaving, onSubmit, submitDelay);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={isSaving}
      title={title}
      size={size}
      hasChanges={hasChanges}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSaving}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={id} isBusy={isSaving}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={handleSubmit} noValidate>
        {children}
        {failure !== null && <Failure>{failure}</Failure>}
      </Form>
    </Dialog>
  );
}
