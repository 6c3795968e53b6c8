import Bell from 'lucide-react/icons/bell';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart, useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { PageSpinner } from '@/ui/PageSpinner';
import { Popover } from '@/ui/Popover';
import { useNotifications } from '../useNotifications';

const NotificationList = lazyPart(() => import('./NotificationList'));

const canAsk = () => typeof Notification !== 'undefined' && Notification.permission === 'default';

export function NotificationBell() {
  const t = useT();
  const { tickets, isPending } = useNotifications();
  const count = tickets.length;

  // Synchronises the title of the browser's tab.
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Guichê` : 'Guichê';
    return () => {
      document.title = 'Guichê';
    };
  }, [count]);

  const [isAskable, setIsAskable] = useState(canAsk);
  const handleAsk = async () => {
    await Notification.requestPermission();
    setIsAskable(canAsk());
  };

  return (
    <Popover
      label={t('shell.bell.title')}
      width={340}
      preload={NotificationList.preload}
      trigger={
        <IconButton label={t('shell.bell.title')} count={count}>
          <Bell />
        </IconButton>
      }
    >
      {(close) => (
        <Suspense fallback={<PageSpinner />}>
          <NotificationList
            tickets={tickets}
            isPending={isPending}
            onClose={close}
            onAsk={isAskable ? handleAsk : undefined}
          />
        </Suspense>
      )}
    </Popover>
  );
}
