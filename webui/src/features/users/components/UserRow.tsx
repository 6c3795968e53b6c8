import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { User } from '@/api/types';
import { useT } from '@/i18n';
import { useIsOnline } from '@/state/presence';
import { useUser } from '@/state/session';
import { color, font, media, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';

const Root = styled.div`
  display: grid;
  grid-template-columns: 38px minmax(0, 4fr) 110px minmax(0, 5fr) auto;
  align-items: center;
  gap: 0 14px;
  min-height: 61px;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.base};

  &:hover {
    background: ${color.surfaceAlt};
  }

  @media ${media.md} {
    grid-template-columns: 38px minmax(0, 1fr) auto auto;
  }
  @media ${media.sm} {
    padding: 0 8px 0 14px;
  }
`;

const Face = styled.span`
  position: relative;
  display: flex;
`;

const Dot = styled.span`
  position: absolute;
  right: -1px;
  bottom: -1px;
  width: 11px;
  height: 11px;
  border: 2px solid ${color.surface};
  border-radius: 50%;
  background: ${color.lineStrong};

  &[data-online] {
    background: ${color.success};
  }
`;

const Words = styled.div`
  min-width: 0;

  & > p {
    ${truncate}
  }
  & > p:first-child {
    font-size: ${font.md};
    font-weight: ${font.medium};
  }
  & > p:last-child {
    color: ${color.textMuted};
  }
`;

const Queues = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  max-height: 46px;
  overflow: hidden;

  @media ${media.md} {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  justify-content: flex-end;
`;

export interface RowHandlers {
  onEdit: (user: User) => void;
  onDelete: (user: User) => void;
}

interface UserRowProps extends RowHandlers {
  user: User;
}

const TONES = { admin: 'accent', supervisor: 'info', user: 'neutral' } as const;

export function UserRow({ user, onEdit, onDelete }: UserRowProps) {
  const t = useT();
  const own = useUser();
  const isOnline = useIsOnline(user.id) ?? user.online;
  const { name, email, profile, queues } = user;
  // A super user stands above the company: its admins do not change him.
  const isFixed = user.super && !own.super;
  return (
    <Root>
      <Face>
        <Avatar name={name} size={38} />
        <Dot data-online={isOnline || undefined}>
          <span className="visually-hidden">{t(isOnline ? 'users.online' : 'users.offline')}</span>
        </Dot>
      </Face>
      <Words>
        <p title={name}>{name}</p>
        <p title={email}>{email}</p>
      </Words>
      <div>
        <Pill tone={TONES[profile]}>{t(`users.profile.${profile}`)}</Pill>
      </div>
      <Queues>
        {queues.map((queue) => (
          <Tag key={queue.id} dot={queue.color}>
            {queue.name}
          </Tag>
        ))}
      </Queues>
      <Tools>
        <IconButton label={t('users.editNamed', { name })} disabled={isFixed} onClick={() => onEdit(user)}>
          <Pencil />
        </IconButton>
        <IconButton
          label={t('users.deleteNamed', { name })}
          disabled={isFixed || user.id === own.id}
          onClick={() => onDelete(user)}
        >
          <Trash2 />
        </IconButton>
      </Tools>
    </Root>
  );
}
