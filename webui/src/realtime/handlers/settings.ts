import { keys } from '@/api/keys';
import { setZone } from '@/lib/dates';
import type { SettingsEvent } from '../events';
import { isOverseer, type Viewer } from '../membership';
import type { Handler } from './handler';

const hides = ({ setting }: SettingsEvent, viewer: Viewer) => setting.key === 'hideNumbers' && !isOverseer(viewer);

/** An attendant forgets what he was shown of contacts when their numbers are hidden or shown. What he sends goes on. */
export const settingsHandler: Handler<SettingsEvent> = {
  stale: (event, viewer) => (hides(event, viewer) ? [] : [keys.settings]),
  effects: (client, event, viewer) => {
    if (event.setting.key === 'timeZone') setZone(event.setting.value);
    if (hides(event, viewer)) void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'outgoing' });
  },
};
