import type { Profile, User, UserChange } from '@/api/types';

/** A user as the dialog needs him: from the list, or the signed-in one. */
export type EditedUser = Pick<User, 'id' | 'name' | 'email' | 'profile' | 'allTicket' | 'whatsappId'> & {
  queues: readonly Pick<User['queues'][number], 'id' | 'name' | 'color'>[];
};

/** What the dialog edits. The password is empty unless it is to be set. */
export interface UserForm {
  name: string;
  email: string;
  password: string;
  /** One's own present one, asked for when one's own password or e-mail changes. */
  currentPassword: string;
  /** Beside it, where one has a second factor. */
  code: string;
  profile: Profile;
  seesUnqueued: boolean;
  whatsappId: number | null;
  queueIds: number[];
}

/** S085: a new user is a plain one. */
export function toForm(user: EditedUser | null): UserForm {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    currentPassword: '',
    code: '',
    profile: user?.profile ?? 'user',
    seesUnqueued: user?.allTicket === 'enabled',
    whatsappId: user?.whatsappId ?? null,
    queueIds: user?.queues.map((queue) => queue.id) ?? [],
  };
}

/** The body of the call: what only admins may change is sent by admins only, and a password only when one was typed. */
export function toPayload(form: UserForm, isAdmin: boolean): UserChange {
  const own: UserChange = { name: form.name.trim(), email: form.email.trim() };
  if (form.password !== '') own.password = form.password;
  if (form.currentPassword !== '') own.currentPassword = form.currentPassword;
  if (form.code.trim() !== '') own.code = form.code.trim();
  if (!isAdmin) return own;
  const { profile, whatsappId, queueIds, seesUnqueued } = form;
  return { ...own, profile, whatsappId, queueIds, allTicket: seesUnqueued ? 'enabled' : 'desabled' };
}

/** Whether the password or the e-mail changes: what one signs in with. */
export const changesSignIn = (email: string, form: Pick<UserForm, 'email' | 'password'>) =>
  form.password !== '' || form.email.trim().toLowerCase() !== email;

/** A new password, another e-mail or another profile ends the user's sign-ins. */
export const endsSignIn = (edited: EditedUser, form: UserForm) =>
  changesSignIn(edited.email, form) || form.profile !== edited.profile;
