import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys';
import type { SettingsEvent } from '../events';
import { isOverseer, type Viewer } from '../membership';

/** An attendant forgets what he was shown of contacts when their numbers are hidden or shown. What he sends goes on. */
export function handleSettings(client: QueryClient, { setting }: SettingsEvent, viewer: Viewer): void {
  if (setting.key === 'hideNumbers' && !isOverseer(viewer)) {
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'outgoing' });
  } else {
    void client.invalidateQueries({ queryKey: keys.settings });
  }
}
