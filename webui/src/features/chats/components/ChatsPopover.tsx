import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import { Suspense } from 'react';
import { lazyPart, useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { PageSpinner } from '@/ui/PageSpinner';
import { Popover } from '@/ui/Popover';
import { useUnreadChats } from '../useUnreadChats';

const ChatsPopoverList = lazyPart(() => import('./ChatsPopoverList'));

/** S020: the chats of colleagues from every page, with what is unread in them. */
export function ChatsPopover() {
  const t = useT();
  const { count } = useUnreadChats();
  return (
    <Popover
      label={t('shell.chats.title')}
      width={340}
      preload={ChatsPopoverList.preload}
      trigger={
        <IconButton label={t('shell.chats.title')} count={count}>
          <MessageCircleMore />
        </IconButton>
      }
    >
      {(close) => (
        <Suspense fallback={<PageSpinner />}>
          <ChatsPopoverList onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
