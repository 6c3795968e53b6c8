import { valibotResolver } from '@hookform/resolvers/valibot';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import styled from 'styled-components';
import type { Schedule } from '@/api/types';
import { errorText, useT } from '@/i18n';
import type { SchedulingContact } from '@/state/scheduling';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { toast } from '@/ui/toast';
import { useSubmitOnce } from '@/ui/useOnce';
import { useDeleteSchedule, useSaveSchedule } from '../api';
import { canChange, isFinal, toForm, type ScheduleForm } from '../model';
import { scheduleSchema } from '../schema';
import { ScheduleFields } from './ScheduleFields';

const FORM_ID = 'schedule-form';

const Form = styled.form`
  display: grid;
  gap: 16px;
`;

const Left = styled.span`
  margin-right: auto;
`;

interface ScheduleDialogProps {
  /** Null makes a new one. */
  schedule: Schedule | null;
  /** Whom a new one is for. */
  contact?: SchedulingContact;
  /** The time that was chosen in the calendar. */
  start?: Date | undefined;
  /** It begins with the question whether to delete, and ends with it. */
  asksDelete?: boolean | undefined;
  onSaved?: () => void;
  onClose: () => void;
}

/** S068: writing a message that is sent later. What is on its way is only shown. */
export function ScheduleDialog({
  schedule,
  contact,
  start,
  asksDelete = false,
  onSaved,
  onClose,
}: ScheduleDialogProps) {
  const t = useT();
  const user = useUser();
  // Remembered, because the calendar behind it changes while the dialog is open.
  const [edited] = useState(schedule);
  // Beside the form's number of it: the fields go while a deletion is asked about, and come back.
  const [recipient, setRecipient] = useState<SchedulingContact | null>(contact ?? edited?.contact ?? null);
  const [picture, setPicture] = useState<File | null | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(asksDelete);
  const save = useSaveSchedule();
  const remove = useDeleteSchedule();
  const isMine = canChange(edited, user);
  const isLocked = isFinal(edited) || !isMine;
  const [defaultValues] = useState(() => toForm(edited, new Date(), contact?.id, start));
  const form = useForm<ScheduleForm>({
    defaultValues,
    criteriaMode: 'all',
    resolver: valibotResolver(scheduleSchema),
  });

  const hasFile = picture === undefined ? Boolean(edited?.mediaName) : picture !== null;
  const handleSave = form.handleSubmit((values) => {
    // its field says what is missing
    if (values.needsFile && !hasFile) return;
    save.mutate(
      { id: edited?.id ?? null, form: values, userId: user.id, picture },
      {
        onSuccess: () => {
          toast.success(t('schedules.saved'));
          if (picture === null) toast.success(t('schedules.pictureDeleted'));
          onSaved?.();
          onClose();
        },
      },
    );
  });
  const handleDelete = () => {
    if (!edited) return;
    remove.mutate(edited.id, {
      onSuccess: () => {
        toast.success(t('schedules.deleted'));
        onClose();
      },
      onSettled: asksDelete ? onClose : () => setIsAsking(false),
    });
  };
  // Either this save has failed, or the last sending had.
  const failure = save.isError ? errorText(save.error) : edited?.error ? errorText(edited.error) : null;

  const submit = useSubmitOnce(save.isPending, handleSave);
  return (
    <>
      <Dialog
        isOpen={!isAsking}
        onClose={onClose}
        isLocked={save.isPending}
        hasChanges={picture !== undefined || form.formState.isDirty}
        title={edited ? t('schedules.status', { status: edited.status }) : t('schedules.new')}
        description={isMine ? undefined : t('schedules.notYours', { name: edited?.user.name ?? '' })}
        footer={
          <>
            {edited && isMine && (
              <Left>
                <Button variant="danger" icon={<Trash2 />} onClick={() => setIsAsking(true)} disabled={save.isPending}>
                  {t('schedules.delete')}
                </Button>
              </Left>
            )}
            <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
              {t(isLocked ? 'common.close' : 'common.cancel')}
            </Button>
            {!isLocked && (
              <Button type="submit" form={FORM_ID} isBusy={save.isPending}>
                {t(edited ? 'schedules.save' : 'schedules.add')}
              </Button>
            )}
          </>
        }
      >
        <FormProvider {...form}>
          <Form id={FORM_ID} onSubmit={submit} noValidate>
            <ScheduleFields
              edited={edited}
              contact={recipient}
              onContact={setRecipient}
              isLocked={isLocked}
              picture={picture}
              onPicture={setPicture}
            />
            {failure && <Failure>{failure}</Failure>}
          </Form>
        </FormProvider>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('schedules.deleteTitle')}
        text={t(edited?.repeat ? 'schedules.deleteSeriesText' : 'schedules.deleteText')}
        confirmLabel={t('schedules.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={asksDelete ? onClose : () => setIsAsking(false)}
      />
    </>
  );
}
