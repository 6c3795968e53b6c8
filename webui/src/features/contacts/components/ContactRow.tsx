import Ban from 'lucide-react/icons/ban';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eraser from 'lucide-react/icons/eraser';
import Merge from 'lucide-react/icons/merge';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Contact } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { can, hasPermission } from '@/lib/permissions';
import { displayName, formatPhone } from '@/lib/phone';
import { schedule } from '@/state/scheduling';
import { useUser } from '@/state/session';
import { color, font, media, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { Pill } from '@/ui/Pill';
import { useDownloadData } from '../api';

const Root = styled.div`
  display: grid;
  grid-template-columns: 38px minmax(0, 5fr) minmax(0, 3fr) minmax(0, 4fr) auto;
  align-items: center;
  gap: 0 14px;
  height: 61px;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.base};

  &:hover {
    background: ${color.surfaceAlt};
  }

  @media ${media.md} {
    grid-template-columns: 38px minmax(0, 1fr) auto;
  }
  @media ${media.sm} {
    padding: 0 8px 0 14px;
  }
`;

const Who = styled.div`
  min-width: 0;
`;

const Name = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  font-size: ${font.md};
  font-weight: ${font.medium};

  & > span:first-child {
    min-width: 0;
  }
`;

const Cut = styled.span`
  ${truncate}
`;

const Muted = styled(Cut)`
  display: block;
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

/** The number stands below the name where there is no room beside it. */
const Below = styled(Muted)`
  display: none;
  font-size: ${font.sm};

  @media ${media.md} {
    display: block;
  }
`;

const Beside = styled(Muted)`
  @media ${media.md} {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  justify-content: flex-end;
`;

const EditButton = styled.span`
  display: contents;

  @media ${media.sm} {
    display: none;
  }
`;

/** What can be open above the list about one contact. */
export type RowDialog = 'form' | 'delete' | 'block' | 'merge' | 'erase';

export interface RowHandlers {
  onOpen: (dialog: RowDialog, contact: Contact) => void;
}

interface ContactRowProps extends RowHandlers {
  contact: Contact;
}

export function ContactRow({ contact, onOpen }: ContactRowProps) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const download = useDownloadData();
  const { name, number, email, isGroup, blocked } = contact;
  const shownName = displayName(name);
  const shownNumber = isGroup ? t('contacts.group') : formatPhone(number);
  const items: MenuEntry[] = [
    { id: 'edit', icon: <Pencil />, label: t('contacts.edit'), onSelect: () => onOpen('form', contact) },
  ];
  // S014; what is due for somebody who is blocked is not sent
  if (can(user, { plan: 'useSchedules' })) {
    items.push({
      id: 'schedule',
      icon: <CalendarClock />,
      label: t('contacts.schedule'),
      disabled: blocked,
      onSelect: () => schedule(contact),
    });
  }
  if (user.profile !== 'user') {
    items.push({
      id: 'block',
      icon: blocked ? <Undo2 /> : <Ban />,
      label: blocked ? t('contacts.unblock') : t('contacts.block'),
      onSelect: () => onOpen('block', contact),
    });
    if (!isGroup) {
      items.push({
        id: 'merge',
        icon: <Merge />,
        label: t('contacts.merge.action'),
        onSelect: () => onOpen('merge', contact),
      });
    }
  }
  if (hasPermission(user, 'contacts-page:deleteContact')) {
    items.push(
      {
        id: 'data',
        icon: <Download />,
        label: t('contacts.data'),
        onSelect: () => download.mutate(contact.id),
      },
      {
        id: 'delete',
        icon: <Trash2 />,
        label: t('contacts.delete'),
        isDanger: true,
        onSelect: () => onOpen('delete', contact),
      },
      {
        id: 'erase',
        icon: <Eraser />,
        label: t('contacts.erase'),
        isDanger: true,
        onSelect: () => onOpen('erase', contact),
      },
    );
  }
  return (
    <Root>
      <Avatar name={name} picture={contact.profilePicUrl} size={38} />
      <Who>
        <Name>
          <Cut title={shownName}>{shownName}</Cut>
          {isGroup && <Users size={14} aria-label={t('contacts.group')} />}
          {blocked && <Pill tone="danger">{t('contacts.blocked')}</Pill>}
        </Name>
        <Below>{shownNumber}</Below>
      </Who>
      <Beside>{shownNumber}</Beside>
      <Beside title={email}>{email}</Beside>
      <Tools>
        <IconButton
          label={t('contacts.ticketFor', { name: shownName })}
          disabled={blocked}
          onClick={() => void navigate(paths.newTicket(contact.id))}
        >
          <MessageSquarePlus />
        </IconButton>
        <EditButton>
          <IconButton label={t('contacts.editNamed', { name: shownName })} onClick={() => onOpen('form', contact)}>
            <Pencil />
          </IconButton>
        </EditButton>
        <Menu
          label={t('contacts.moreNamed', { name: shownName })}
          trigger={
            <IconButton label={t('contacts.moreNamed', { name: shownName })}>
              <Ellipsis />
            </IconButton>
          }
          items={items}
        />
      </Tools>
    </Root>
  );
}
