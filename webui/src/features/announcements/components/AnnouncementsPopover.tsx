import Megaphone from 'lucide-react/icons/megaphone';
import { Suspense, useState } from 'react';
import type { Announcement } from '@/api/types';
import { lazyPart, useT } from '@/i18n';
import { useSession } from '@/state/session';
import { readStored, writeStored } from '@/state/storage';
import { IconButton } from '@/ui/IconButton';
import { PageSpinner } from '@/ui/PageSpinner';
import { Popover } from '@/ui/Popover';
import { lazyLayer } from '@/ui/lazyLayer';
import { useAnnouncements } from '../api';
import { isSeen, newestOf, newOnes } from '../model';

const AnnouncementsList = lazyPart(() => import('./AnnouncementsList'));
const AnnouncementViewer = lazyLayer(() => import('./AnnouncementViewer'));

const SEEN = 'announcementsSeenAt';

/** S020: what those who run the server tell; a number says how much of it is new to this browser. */
export function AnnouncementsPopover() {
  const t = useT();
  const query = useAnnouncements();
  const [seenAt, setSeenAt] = useState(() => readStored(SEEN));
  const [shown, setShown] = useState<Announcement | null>(null);
  const companyId = useSession()?.user.companyId;
  const all = query.data?.pages.flatMap((page) => page.records) ?? [];
  const records = all.filter((record) => isSeen(record, companyId, new Date()));

  const handleSeen = () => {
    const newest = newestOf(records);
    if (newest === null || newest === seenAt) return;
    writeStored(SEEN, newest);
    setSeenAt(newest);
  };

  return (
    <>
      <Popover
        label={t('shell.announcements.title')}
        width={340}
        preload={AnnouncementsList.preload}
        trigger={
          <IconButton label={t('shell.announcements.title')} count={newOnes(records, seenAt)}>
            <Megaphone />
          </IconButton>
        }
      >
        {(close) => (
          <Suspense fallback={<PageSpinner />}>
            <AnnouncementsList
              query={query}
              records={records}
              onSeen={handleSeen}
              onOpen={(record) => {
                close();
                setShown(record);
              }}
            />
          </Suspense>
        )}
      </Popover>
      {shown && (
        <Suspense fallback={null}>
          <AnnouncementViewer announcement={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
