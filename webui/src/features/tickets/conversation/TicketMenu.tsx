import AlarmClock from 'lucide-react/icons/alarm-clock';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import MailOpen from 'lucide-react/icons/mail-open';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { can, hasPermission } from '@/lib/permissions';
import { schedule } from '@/state/scheduling';
import { useUser } from '@/state/session';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import type { TicketActions } from './useTicketActions';

const PRIORITIES = ['urgent', 'high', 'none', 'low'] as const;

interface TicketMenuProps {
  ticket: Ticket;
  actions: TicketActions;
  onAsk: (question: 'transfer' | 'delete' | 'snooze') => void;
}

/** Everything that has no button of its own, or has lost it to a narrow screen. */
export default function TicketMenu({ ticket, actions, onAsk }: TicketMenuProps) {
  const t = useT();
  const user = useUser();
  const items: MenuEntry[] = [];
  // S065
  if (ticket.status === 'open') {
    items.push(
      { id: 'unread', label: t('tickets.markUnread'), icon: <MailOpen />, onSelect: actions.markUnread },
      { id: 'return', label: t('tickets.return'), icon: <Undo2 />, onSelect: actions.giveBack },
    );
  }
  if (ticket.status !== 'closed') {
    const transfer = () => onAsk('transfer');
    items.push({ id: 'transfer', label: t('tickets.transfer'), icon: <ArrowLeftRight />, onSelect: transfer });
  }
  if (ticket.status !== 'closed') {
    if (ticket.snooze) {
      items.push({ id: 'wake', label: t('snooze.wake'), icon: <AlarmClock />, onSelect: actions.wake });
    } else {
      items.push({ id: 'snooze', label: t('snooze.do'), icon: <AlarmClock />, onSelect: () => onAsk('snooze') });
    }
    items.push(
      { kind: 'separator', id: 'line-priority' },
      { kind: 'heading', id: 'priority', label: t('snooze.priority') },
      ...PRIORITIES.map((each) => ({
        kind: 'choice' as const,
        id: each,
        label: t(`snooze.priority.${each}`),
        isChosen: (ticket.priority ?? 'none') === each,
        onSelect: () => actions.rank(each),
      })),
      { kind: 'separator', id: 'line-below' },
    );
  }
  if (can(user, { plan: 'useSchedules' })) {
    const later = () => schedule(ticket.contact);
    items.push({ id: 'schedule', label: t('tickets.schedule'), icon: <CalendarClock />, onSelect: later });
  }
  if (hasPermission(user, 'ticket-options:deleteTicket')) {
    const remove = () => onAsk('delete');
    if (items.length > 0 && items.at(-1)?.id !== 'line-below') items.push({ kind: 'separator', id: 'line' });
    items.push({ id: 'delete', label: t('tickets.delete'), icon: <Trash2 />, isDanger: true, onSelect: remove });
  }
  if (items.length === 0) return null;
  return (
    <Menu
      label={t('tickets.more')}
      trigger={
        <IconButton label={t('tickets.more')}>
          <EllipsisVertical />
        </IconButton>
      }
      items={items}
    />
  );
}
