import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { Suspense, useState } from 'react';
import styled from 'styled-components';
import { api } from '@/api/client';
import { useT } from '@/i18n';
import { LOCALE_NAMES, LOCALES, setLocale, useLocale } from '@/state/locale';
import { signOut, useUser } from '@/state/session';
import { currentStay } from '@/state/stay';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Menu } from '@/ui/Menu';
import { lazyLayer } from '@/ui/lazyLayer';

const Trigger = styled.button`
  flex: none;
  margin-left: 6px;
  border-radius: ${radius.full};
`;

const Who = styled.span`
  display: grid;
  line-height: 1.35;

  & > b {
    color: ${color.text};
    font-size: ${font.base};
  }
`;

// The form arrives with its texts when the profile is first opened.
const UserDialog = lazyLayer(() => import('@/features/users/components/UserDialog'), 'users');

const SecurityDialog = lazyLayer(() => import('@/features/security/SecurityDialog'), 'security');

async function handleLogout() {
  const stay = currentStay();
  try {
    if (stay) await api.delete('/impersonations/{id}', { path: { id: stay.id } });
    else await api.delete('/auth/logout');
  } finally {
    signOut();
  }
}

export function AccountMenu() {
  const t = useT();
  const user = useUser();
  const locale = useLocale();
  const [open, setOpen] = useState<'profile' | 'security' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={t('shell.account')}
        trigger={
          <Trigger type="button" aria-label={t('shell.account')}>
            <Avatar name={user.name} size={32} />
          </Trigger>
        }
        items={[
          {
            kind: 'heading',
            id: 'who',
            label: (
              <Who>
                <b>{user.name}</b>
                {user.email}
              </Who>
            ),
          },
          { kind: 'separator', id: 'line' },
          { id: 'profile', icon: <UserRound />, label: t('shell.profile'), onSelect: () => setOpen('profile') },
          { id: 'security', icon: <KeyRound />, label: t('shell.security'), onSelect: () => setOpen('security') },
          { kind: 'separator', id: 'line-profile' },
          { kind: 'heading', id: 'language', label: t('shell.language.label') },
          ...LOCALES.map((each) => ({
            kind: 'choice' as const,
            id: each,
            label: LOCALE_NAMES[each],
            isChosen: each === locale,
            onSelect: () => setLocale(each),
          })),
          { kind: 'separator', id: 'line-below' },
          {
            id: 'logout',
            icon: <LogOut />,
            label: t('shell.logout'),
            onSelect: () => void handleLogout().catch(() => undefined),
          },
        ]}
      />
      <Suspense fallback={null}>
        {open === 'profile' && <UserDialog user={user} onClose={close} />}
        {open === 'security' && <SecurityDialog onClose={close} />}
      </Suspense>
    </>
  );
}
