import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError, api } from '@/api/client';
import { errorText, useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { signOut, useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { FormDialog } from '@/ui/FormDialog';
import { Panel } from '@/ui/Panel';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { useSaveUser, useTakeOffSecondFactor } from '../api';
import { endsSignIn, toForm, type EditedUser, type UserForm } from '../model';
import { userSchema } from '../schema';
import { UserFields } from './UserFields';

interface UserDialogProps {
  /** Null makes a new one. */
  user: EditedUser | null;
  onClose: () => void;
}

/** S039 S072 S085: a user for an admin; oneself, without the rights, for everybody. */
export default function UserDialog({ user, onClose }: UserDialogProps) {
  const t = useT();
  const own = useUser();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(user);
  const isOwn = edited?.id === own.id;
  const isAdmin = hasPermission(own, 'user-modal:editProfile');
  const save = useSaveUser(edited?.id ?? null, isAdmin);
  const takeOff = useTakeOffSecondFactor();
  const once = useOnce(takeOff.isPending);
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm<UserForm>({
    defaultValues: toForm(edited),
    resolver: valibotResolver(userSchema(edited === null, isOwn ? edited.email : null)),
  });

  const handleSaved = (values: UserForm) => {
    toast.success(t('users.saved'));
    onClose();
    if (!isOwn) return;
    if (endsSignIn(edited, values)) {
      toast.info(t('users.signInAgain'));
      signOut();
    } else void api.refresh();
  };
  const handleRefused = (error: Error) => {
    if (error instanceof ApiError && /^ERR_(SECOND_FACTOR|PASSKEY)/.test(error.code)) setAsksCode(true);
  };
  const handleSave = form.handleSubmit((values) =>
    save.mutate(values, { onSuccess: () => handleSaved(values), onError: handleRefused }),
  );
  const title = isOwn ? t('users.own') : edited ? t('users.edit') : t('users.new');

  return (
    <FormDialog
      title={title}
      saveLabel={t('users.save')}
      isSaving={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <UserFields
          isNew={edited === null}
          ownEmail={isOwn ? edited.email : null}
          asksCode={asksCode}
          hasRights={isAdmin}
        />
      </FormProvider>
      {isAdmin && edited !== null && !isOwn && (
        <Panel>
          <p>{t('users.takeOffText')}</p>
          <Button
            variant="secondary"
            size="sm"
            isBusy={takeOff.isPending}
            onClick={() =>
              once(() => takeOff.mutate(edited.id, { onSuccess: () => toast.success(t('users.tookOff')) }))
            }
          >
            {t('users.takeOff')}
          </Button>
        </Panel>
      )}
    </FormDialog>
  );
}
