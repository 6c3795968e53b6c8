import { pageKeys } from '@/api/pageKeys';
import { skipToken, useQuery } from '@tanstack/react-query';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { api } from '@/api/client';
import { useT } from '@/i18n';
import { can } from '@/lib/permissions';
import { displayName } from '@/lib/phone';
import { useUser } from '@/state/session';
import { truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { Dialog } from '@/ui/Dialog';
import { menu } from '../menu';
import { paths } from '../paths';
import { LateMenuIcon } from './LateMenuIcon';
import { matches } from '@/lib/shortcuts';

const MIN_SEARCH = 2;
const TICKETS_MAX = 8;

/** Two children of an option: the label takes what the picture leaves. */
const Label = styled.span`
  flex: 1;
  min-width: 0;
  ${truncate}
`;

interface Entry {
  key: string;
  to: string;
  label: string;
  icon: ReactNode;
}

/** Ctrl+K: goes to a page, or to a ticket by its customer. */
export default function CommandBar({ onClose }: { onClose: () => void }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const combo = useComboSearch();
  const { search } = combo;
  const typed = combo.text.trim();
  const { data, isError } = useQuery({
    queryKey: [...pageKeys.foundTickets, search],
    queryFn:
      search.length < MIN_SEARCH
        ? skipToken
        : ({ signal }) => api.get('/tickets', { query: { searchParam: search, showAll: true, pageNumber: 1 }, signal }),
    staleTime: 10_000,
    gcTime: 10_000,
  });
  const pages = menu
    .filter((item) => !item.need || can(user, item.need))
    .map(({ to, labelId, icon }): Entry => ({ key: to, to, label: t(labelId), icon: <LateMenuIcon name={icon} /> }))
    .filter((entry) => matches(entry.label, typed));
  // Customers of another text are none of this one: Enter would open the one found before.
  const isSearched = typed.length < MIN_SEARCH || (combo.isStill && (data !== undefined || isError));
  const tickets = (typed.length < MIN_SEARCH || !isSearched ? [] : (data?.tickets ?? []))
    .slice(0, TICKETS_MAX)
    .map(({ id, uuid, contact }): Entry => ({
      key: uuid,
      to: paths.ticket(uuid),
      label: `${displayName(contact.name)} · #${id}`,
      icon: <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />,
    }));
  const entries = [...pages, ...tickets];
  const go = (entry: Entry) => {
    onClose();
    void navigate(entry.to);
  };

  return (
    <Dialog isOpen isSteady onClose={onClose} title={t('commands.title')}>
      <Combobox
        label={t('commands.title')}
        isLabelHidden
        isReady
        placeholder={t('commands.placeholder')}
        search={combo}
        options={entries}
        keyOf={(entry) => entry.key}
        isAnswered={isSearched || entries.length > 0}
        none={t('commands.none')}
        onChoose={go}
      >
        {(entry, isActive) => (
          <>
            {entry.icon}
            <Label>{entry.label}</Label>
            {isActive && <CornerDownLeft aria-hidden size={16} />}
          </>
        )}
      </Combobox>
    </Dialog>
  );
}
