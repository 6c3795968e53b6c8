import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import Link2 from 'lucide-react/icons/link-2';
import X from 'lucide-react/icons/x';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { api } from '@/api/client';
import { invitationsOptions } from '@/api/invitations';
import { queuesOptions } from '@/api/queues';
import type { Profile } from '@/api/types';
import { useSingleMutation } from '@/api/useSingleMutation';
import { errorText, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from './Avatar';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { Select } from './Select';
import { Tag } from './Tag';
import { TextField } from './TextField';
import { toast } from './toast';

const Root = styled.div`
  display: grid;
  gap: 12px;
`;

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;

  & > :first-child {
    flex: 1 1 220px;
  }
  & > :nth-child(2) {
    flex: 0 1 150px;
  }
`;

const Waiting = styled.ul`
  display: grid;
  gap: 6px;

  & > li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-width: 0;
    font-size: ${font.base};
  }
`;

const Who = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const ByLink = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding-top: 10px;
  border-top: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`;

const Address = styled.code`
  flex: 1 1 160px;
  min-width: 0;
  padding: 4px 8px;
  overflow: hidden;
  border-radius: ${radius.sm};
  background: ${color.active};
  color: ${color.text};
  font-family: inherit;
  font-size: ${font.sm};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const PROFILES: Profile[] = ['user', 'supervisor', 'admin'];

function useInvite() {
  return useSingleMutation({
    mutationFn: (wish: { email?: string; profile: Profile; queueIds: number[] }) =>
      api.post('/invitations', { body: wish }),
    onError: (error) => toast.error(errorText(error)),
  });
}

const useRevoke = () =>
  useSingleMutation({
    mutationFn: (id: number) => api.delete('/invitations/{id}', { path: { id } }),
    onError: (error) => toast.error(errorText(error)),
  });

/** Invites colleagues by mail or by a link, and shows who has not come yet. A link is told once, when it is made. */
export function Invitations() {
  const t = useT();
  const waiting = useQuery(invitationsOptions);
  const { data: queues = [] } = useQuery(queuesOptions);
  const mail = useInvite();
  const link = useInvite();
  const revoke = useRevoke();
  const [email, setEmail] = useState('');
  const [profile, setProfile] = useState<Profile>('user');
  const [address, setAddress] = useState<{ id: number; link: string } | null>(null);
  const queueIds = queues.map(({ id }) => id);
  const isShown = address !== null && (waiting.data?.some(({ id }) => id === address.id) ?? true);

  const handleMail = (event: FormEvent) => {
    event.preventDefault();
    const to = email.trim();
    if (mail.isPending || to === '') return;
    mail.mutate(
      { email: to, profile, queueIds },
      {
        onSuccess: (made) => {
          setEmail('');
          if (made.mailSent) toast.success(t('invitations.sent', { email: to }));
          else {
            setAddress(made);
            toast.warning(t('invitations.notMailed'));
          }
        },
      },
    );
  };
  const handleLink = () => link.mutate({ profile, queueIds }, { onSuccess: setAddress });
  const handleCopy = async () => {
    if (!address) return;
    await navigator.clipboard.writeText(address.link);
    toast.success(t('invitations.copied'));
  };
  return (
    <Root>
      <Form onSubmit={handleMail} noValidate>
        <TextField
          label={t('invitations.email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          placeholder={t('invitations.example')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Select
          label={t('invitations.profile')}
          value={profile}
          options={PROFILES.map((value) => ({ value, label: t(`invitations.profile.${value}`) }))}
          onValueChange={(value) => setProfile(PROFILES.find((each) => each === value) ?? 'user')}
        />
        <Button type="submit" isBusy={mail.isPending} disabled={email.trim() === ''}>
          {t('invitations.invite')}
        </Button>
      </Form>
      {waiting.data && waiting.data.length > 0 && (
        <Waiting aria-label={t('invitations.waiting')}>
          {waiting.data.map((one) => {
            const name = one.email ?? t('invitations.byLink', { date: formatDate(one.expiresAt) });
            return (
              <li key={one.id}>
                <Avatar name={one.email ?? '#'} size={28} />
                <Who title={name}>{name}</Who>
                <Tag>{t(`invitations.profile.${one.profile}`)}</Tag>
                <IconButton
                  size="sm"
                  label={t('invitations.revoke', { name })}
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(one.id)}
                >
                  <X />
                </IconButton>
              </li>
            );
          })}
        </Waiting>
      )}
      <ByLink>
        <Link2 aria-hidden />
        {t('invitations.orLink')}
        {isShown ? (
          <>
            <Address>{address.link}</Address>
            <Button variant="ghost" size="sm" icon={<Copy />} onClick={() => void handleCopy().catch(() => undefined)}>
              {t('invitations.copy')}
            </Button>
          </>
        ) : (
          <Button variant="secondary" size="sm" isBusy={link.isPending} onClick={handleLink}>
            {t('invitations.makeLink')}
          </Button>
        )}
      </ByLink>
    </Root>
  );
}
