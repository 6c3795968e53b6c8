import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { connectionsOptions } from '@/api/connections';
import { queuesOptions } from '@/api/queues';
import type { Profile } from '@/api/types';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { ChipChoice } from '@/ui/ChipChoice';
import { PasswordField } from '@/ui/PasswordField';
import { Panel } from '@/ui/Panel';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { changesSignIn, type UserForm } from '../model';

const PROFILES: Profile[] = ['admin', 'supervisor', 'user'];

/** S085: what only admins may change: profile, queues, connection, visibility. */
function RightsFields() {
  const t = useT();
  const mayEditQueues = hasPermission(useUser(), 'user-modal:editQueues');
  const { control } = useFormContext<UserForm>();
  const profile = useController({ control, name: 'profile' }).field;
  const queueIds = useController({ control, name: 'queueIds' }).field;
  const whatsappId = useController({ control, name: 'whatsappId' }).field;
  const seesUnqueued = useController({ control, name: 'seesUnqueued' }).field;
  const queues = useQuery(queuesOptions);
  const { data: connections = [] } = useQuery(connectionsOptions);
  return (
    <>
      <Select
        label={t('users.field.profile')}
        value={profile.value}
        hint={t(`users.profileText.${profile.value}`)}
        options={PROFILES.map((each) => ({ value: each, label: t(`users.profile.${each}`) }))}
        onValueChange={profile.onChange}
      />
      {mayEditQueues && (
        <ChipChoice
          legend={t('users.field.queues')}
          options={queues.data}
          chosen={queueIds.value}
          none={t('users.noQueues')}
          onChange={queueIds.onChange}
        />
      )}
      <Select
        label={t('users.field.connection')}
        value={whatsappId.value === null ? '' : String(whatsappId.value)}
        placeholder={t('users.noConnection')}
        options={connections.map((each) => ({ value: String(each.id), label: each.name }))}
        onValueChange={(value) => whatsappId.onChange(value === '' ? null : Number(value))}
      />
      <Panel>
        <Switch label={t('users.field.allTicket')} isOn={seesUnqueued.value} onChange={seesUnqueued.onChange} isWide />
      </Panel>
    </>
  );
}

interface UserFieldsProps {
  isNew: boolean;
  /** Where one changes oneself: the e-mail until now. */
  ownEmail: string | null;
  /** The server wants a code of one's second factor too. */
  asksCode: boolean;
  hasRights: boolean;
}

export function UserFields({ isNew, ownEmail, asksCode, hasRights }: UserFieldsProps) {
  const t = useT();
  const { register, formState, control } = useFormContext<UserForm>();
  const { errors } = formState;
  const [email, password] = useWatch({ control, name: ['email', 'password'] });
  const asksPassword = ownEmail !== null && changesSignIn(ownEmail, { email, password });
  return (
    <>
      <TextField label={t('users.field.name')} autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField
        label={t('users.field.email')}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={t(isNew ? 'users.field.password' : 'users.field.newPassword')}
        autoComplete="new-password"
        hint={isNew ? undefined : t('users.passwordHint')}
        error={errors.password?.message}
        {...register('password')}
      />
      {asksPassword && (
        <PasswordField
          label={t('users.field.currentPassword')}
          autoComplete="current-password"
          hint={t('users.currentPasswordHint')}
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      {asksCode && (
        <TextField
          label={t('users.field.code')}
          autoComplete="one-time-code"
          hint={t('users.codeHint')}
          {...register('code')}
        />
      )}
      {hasRights && <RightsFields />}
    </>
  );
}
