import { MessageCircleMore } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useT } from '../../../i18n';
import { IconButton } from '../../../ui/IconButton';
import { PageSpinner } from '../../../ui/PageSpinner';
import { Popover } from '../../../ui/Popover';
import { useUnreadChats } from '../useUnreadChats';

const load = () => import('./ChatsPopoverList');
const ChatsPopoverList = lazy(load);

/** S020: the chats of colleagues from every page, with what is unread in them. */
export function ChatsPopover() {
  const t = useT();
  const { count } = useUnreadChats();
  return (
    <Popover
      label={t('shell.chats.title')}
      width={340}
      preload={() => void load()}
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
