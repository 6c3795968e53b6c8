import { toast } from '@/ui/toast';
import { api } from '@/api/client';
import { translate } from '@/i18n';
import { currentSession, signOut } from '@/state/session';
import { readStored } from '@/state/storage';
import type { AuthEvent } from '../events';
import type { Handler } from './handler';

const SIGN_OUT_MS = 1000;

/** Someone signed in with this account. When it was another tab of this browser, its session is simply taken over. */
function leave(event: AuthEvent): void {
  const session = currentSession();
  if (!session || session.user.id !== event.user.id) return;
  toast.error(translate('common.signedInElsewhere'));
  setTimeout(() => {
    const stored = readStored('token');
    if (stored !== null && stored !== session.token) void api.refresh();
    else signOut();
  }, SIGN_OUT_MS);
}

export const authHandler: Handler<AuthEvent> = { effects: (_client, event) => leave(event) };
