import X from 'lucide-react/icons/x';
import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import type { SchedulingContact } from '@/state/scheduling';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { IconButton } from '@/ui/IconButton';

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
  const combo = useComboSearch();
  const found = useQuery(contactSearchOptions(combo.search));
  const isSearched = combo.search.length >= MIN_SEARCH;

  const choose = (contact: SchedulingContact | null) => {
    onChoose(contact);
    combo.onText('');
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
      <Combobox
        label={t('schedules.contact')}
        placeholder={t('schedules.contactPlaceholder')}
        error={error}
        search={combo}
        options={isSearched ? (found.data?.contacts ?? []) : []}
        keyOf={(contact) => contact.id}
        isAnswered={combo.isStill && (!isSearched || (!found.isFetching && !found.isPlaceholderData))}
        none={isSearched && found.isSuccess && t('schedules.contactNone')}
        onChoose={choose}
      >
        {(contact) => <Person contact={contact} />}
      </Combobox>
      {found.isError && <Note role="alert">{t('common.loadFailed')}</Note>}
    </div>
  );
}
