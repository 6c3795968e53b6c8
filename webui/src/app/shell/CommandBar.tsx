import { skipToken, useQuery } from '@tanstack/react-query';
import { CornerDownLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { api } from '../../api/client';
import { keys } from '../../api/keys';
import { useT } from '../../i18n';
import { can } from '../../lib/permissions';
import { displayName } from '../../lib/phone';
import { useDebounced } from '../../lib/useDebounced';
import { useUser } from '../../state/session';
import { color, font, radius } from '../../styles/tokens';
import { Avatar } from '../../ui/Avatar';
import { Dialog } from '../../ui/Dialog';
import { Input } from '../../ui/Input';
import { menu } from '../menu';
import { paths } from '../paths';
import { matches } from './shortcuts';

const MIN_SEARCH = 2;
const TICKETS_MAX = 8;

const List = styled.ul`
  display: grid;
  max-height: 360px;
  margin-top: 10px;
  overflow-y: auto;
`;

const Option = styled.li`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 42px;
  padding: 4px 10px;
  border-radius: ${radius.md};
  font-size: ${font.md};
  cursor: pointer;

  &[aria-selected='true'] {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
  /* The label, and not the round picture before it. */
  & > * + span {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Muted = styled.p`
  padding: 12px 10px;
  color: ${color.textMuted};
  font-size: ${font.base};
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
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  /** For which text Enter was pressed before its customers were there. */
  const [wanted, setWanted] = useState<string | null>(null);
  const typed = text.trim();
  const settled = useDebounced(typed);
  const search = wanted === typed ? typed : settled;
  const { data, isError } = useQuery({
    queryKey: [...keys.foundTickets, search],
    queryFn:
      search.length < MIN_SEARCH
        ? skipToken
        : ({ signal }) => api.get('/tickets', { query: { searchParam: search, showAll: true, pageNumber: 1 }, signal }),
    staleTime: 10_000,
    gcTime: 10_000,
  });
  const pages = menu
    .filter((item) => !item.need || can(user, item.need))
    .map(({ to, labelId, icon: Icon }): Entry => ({ key: to, to, label: t(labelId), icon: <Icon aria-hidden /> }))
    .filter((entry) => matches(entry.label, typed));
  // Customers of another text are none of this one: Enter would open the one found before.
  const isSearched = typed.length < MIN_SEARCH || (search === typed && (data !== undefined || isError));
  const tickets = (typed.length < MIN_SEARCH || !isSearched ? [] : (data?.tickets ?? []))
    .slice(0, TICKETS_MAX)
    .map(({ id, uuid, contact }): Entry => ({
      key: uuid,
      to: paths.ticket(uuid),
      label: `${displayName(contact.name)} · #${id}`,
      icon: <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />,
    }));
  const entries = [...pages, ...tickets];
  const index = Math.min(chosen, entries.length - 1);
  const active = entries[index];
  const optionId = (entry: Entry) => `${listId}-${entry.key}`;
  const go = (entry: Entry) => {
    onClose();
    void navigate(entry.to);
  };
  const goToFirst = useEffectEvent(() => {
    if (active) go(active);
  });
  const isAnswered = isSearched && wanted !== null && wanted === typed;
  // Synchronises with the server: Enter was pressed before its answer.
  useEffect(() => {
    if (isAnswered) goToFirst();
  }, [isAnswered]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !active && !isSearched) setWanted(typed);
    if (entries.length === 0) return;
    if (event.key === 'ArrowDown') setChosen((index + 1) % entries.length);
    else if (event.key === 'ArrowUp') setChosen((index - 1 + entries.length) % entries.length);
    else if (event.key === 'Enter' && active) go(active);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog isOpen isSteady onClose={onClose} title={t('commands.title')}>
      <Input
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(active)}
        aria-label={t('commands.title')}
        autoComplete="off"
        placeholder={t('commands.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWanted(null);
          setChosen(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <List id={listId} role="listbox" aria-label={t('commands.title')}>
        {entries.map((entry) => (
          // The keyboard is served by the text field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <Option
            key={entry.key}
            id={optionId(entry)}
            role="option"
            aria-selected={entry === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(entry)}
          >
            {entry.icon}
            <span>{entry.label}</span>
            {entry === active && <CornerDownLeft aria-hidden />}
          </Option>
        ))}
      </List>
      {entries.length === 0 && <Muted role="status">{t(isSearched ? 'commands.none' : 'common.loading')}</Muted>}
    </Dialog>
  );
}
