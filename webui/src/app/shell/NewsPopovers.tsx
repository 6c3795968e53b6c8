import { AnnouncementsPopover } from '@/features/announcements/components/AnnouncementsPopover';
import { ChatsPopover } from '@/features/chats/components/ChatsPopover';
import { can } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { useMentions } from './useMentions';

/** S020: announcements and chats. They arrive after the page, which does not wait for news. */
export default function NewsPopovers() {
  const user = useUser();
  useMentions();
  return (
    <>
      <AnnouncementsPopover />
      {can(user, { plan: 'useInternalChat' }) && <ChatsPopover />}
    </>
  );
}
