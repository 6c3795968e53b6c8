import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { useDebounced } from '@/lib/useDebounced';
import type { SchedulingContact } from '@/state/scheduling';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import { TextField } from '@/ui/TextField';
import type { ScheduleForm } from '../model';

const Chosen = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 8px 8px 8px 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;

const Words = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;
  font-size: ${font.base};

  & > b {
    ${truncate}
  }
  & > span {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

const List = styled.ul`
  max-height: 200px;
  margin-top: 6px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};

  & button {
    display: flex;
    align-items: center;
    gap: 10px;
    width: 100%;
    padding: 7px 10px;
    text-align: left;
  }
  & button:hover {
    background: ${color.hover};
  }
`;

const Note = styled.p`
  margin-top: 6px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Label = styled.p`
  margin-bottom: 6px;
  font-size: ${font.base};
  font-weight: ${font.medium};
`;

function Person({ contact }: { contact: SchedulingContact }) {
  return (
    <>
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={32} />
      <Words>
        <b>{displayName(contact.name)}</b>
        <span>{formatPhone(contact.number)}</span>
      </Words>
    </>
  );
}

interface ContactFieldProps {
  chosen: SchedulingContact | null;
  onChoose: (contact: SchedulingContact | null) => void;
  isLocked: boolean;
  error: string | undefined;
}

/** Whom the message is for: searched from three characters on, then shown with name and number. */
export function ContactField({ chosen, onChoose, isLocked, error }: ContactFieldProps) {
  const t = useT();
  const { control } = useFormContext<ScheduleForm>();
  const { onChange } = useController({ control, name: 'contactId' }).field;
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const found = useQuery(contactSearchOptions(search));
  const contacts = search.length >= MIN_SEARCH ? (found.data?.contacts ?? []) : [];

  const choose = (contact: SchedulingContact | null) => {
    onChoose(contact);
    setText('');
    onChange(contact?.id ?? 0);
  };

  if (chosen) {
    return (
      <div>
        <Label>{t('schedules.contact')}</Label>
        <Chosen>
          <Person contact={chosen} />
          {!isLocked && (
            <IconButton size="sm" label={t('schedules.otherContact')} onClick={() => choose(null)}>
              <X />
            </IconButton>
          )}
        </Chosen>
      </div>
    );
  }
  return (
    <div>
      <TextField
        label={t('schedules.contact')}
        value={text}
        inputMode="search"
        autoComplete="off"
        placeholder={t('schedules.contactPlaceholder')}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      {contacts.length > 0 && (
        <List aria-label={t('schedules.contact')}>
          {contacts.map((contact) => (
            <li key={contact.id}>
              <button type="button" onClick={() => choose(contact)}>
                <Person contact={contact} />
              </button>
            </li>
          ))}
        </List>
      )}
      {found.isSuccess && search.length >= MIN_SEARCH && contacts.length === 0 && (
        <Note role="status">{t('schedules.contactNone')}</Note>
      )}
      {found.isError && <Note role="alert">{t('common.loadFailed')}</Note>}
    </div>
  );
}
