import { pageKeys } from '@/api/pageKeys';
import { setZone } from '@/lib/dates';
import { currentSession, updateSession } from '@/state/session';
import type { SettingsEvent } from '../events';
import { isOverseer, type Viewer } from '../membership';
import type { Handler } from './handler';

const hides = ({ setting }: SettingsEvent, viewer: Viewer) => setting.key === 'hideNumbers' && !isOverseer(viewer);

/** Menu and pages read the company's settings off the session: it has the new one at once. */
function renewSession({ setting }: SettingsEvent): void {
  const session = currentSession();
  if (!session) return;
  const { company } = session.user;
  const settings = [...company.settings.filter(({ key }) => key !== setting.key), setting];
  updateSession({ ...session, user: { ...session.user, company: { ...company, settings } } });
}

/** An attendant forgets what he was shown of contacts when their numbers are hidden or shown. What he sends goes on. */
export const settingsHandler: Handler<SettingsEvent> = {
  stale: (event, viewer) => (hides(event, viewer) ? [] : [pageKeys.settings]),
  effects: (client, event, viewer) => {
    renewSession(event);
    if (event.setting.key === 'timeZone') setZone(event.setting.value);
    if (hides(event, viewer)) void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'outgoing' });
  },
};
