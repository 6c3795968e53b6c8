import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import { useT } from '@/i18n';
import { displayName, formatPhone, isHiddenNumber } from '@/lib/phone';
import { NO_PLACE, placeOf } from '@/lib/places';
import { color, font } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { FormDialog } from '@/ui/FormDialog';
import { PlaceFields } from '@/ui/PlaceFields';
import { TextField } from '@/ui/TextField';
import type { Piece } from './pieces';

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

interface ThingDialogProps {
  kind: 'place' | 'person';
  onSend: (piece: Piece) => void;
  onClose: () => void;
}

/** A place or a contact card, to be sent to the customer. */
export default function ThingDialog({ kind, ...rest }: ThingDialogProps) {
  return kind === 'place' ? <PlaceForm {...rest} /> : <PersonForm {...rest} />;
}

type FormProps = Omit<ThingDialogProps, 'kind'>;

function PlaceForm({ onSend, onClose }: FormProps) {
  const t = useT();
  const [place, setPlace] = useState(NO_PLACE);
  const [isTried, setIsTried] = useState(false);
  return (
    <FormDialog
      title={t('things.place')}
      size="sm"
      hasChanges={place !== NO_PLACE}
      saveLabel={t('things.send')}
      isSaving={false}
      failure={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        const location = placeOf(place);
        if (!location) return;
        onSend({ body: '', file: null, isPrivate: false, location });
        onClose();
      }}
    >
      <PlaceFields place={place} isChecked={isTried} onChange={setPlace} />
    </FormDialog>
  );
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
const isNumber = (digits: string) => digits.length >= 8 && digits.length <= 15;

function PersonForm({ onSend, onClose }: FormProps) {
  const t = useT();
  const combo = useComboSearch();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [isTried, setIsTried] = useState(false);
  const found = useQuery(contactSearchOptions(combo.search));
  const isSearched = combo.search.length >= MIN_SEARCH;
  const digits = digitsOf(number);
  // what the company hides cannot be sent on
  const known = (found.data?.contacts ?? []).filter((each) => !each.isGroup && !isHiddenNumber(each.number));

  return (
    <FormDialog
      title={t('things.person')}
      size="sm"
      hasChanges={`${name}${number}` !== ''}
      saveLabel={t('things.send')}
      isSaving={false}
      failure={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (name.trim() === '' || !isNumber(digits)) return;
        onSend({ body: '', file: null, isPrivate: false, card: { name: name.trim(), number: digits } });
        onClose();
      }}
    >
      <Combobox
        label={t('things.search')}
        placeholder={t('things.searchHint')}
        search={combo}
        options={isSearched ? known : []}
        keyOf={(contact) => contact.id}
        isAnswered={combo.isStill && (!isSearched || (!found.isFetching && !found.isPlaceholderData))}
        none={isSearched && found.isSuccess && t('things.none')}
        onChoose={(contact) => {
          combo.onText('');
          setName(displayName(contact.name));
          setNumber(formatPhone(contact.number));
        }}
      >
        {(contact) => (
          <>
            <Avatar name={contact.name} picture={contact.profilePicUrl} size={32} />
            <div>
              <p>{displayName(contact.name)}</p>
              <Muted>{formatPhone(contact.number)}</Muted>
            </div>
          </>
        )}
      </Combobox>
      <TextField
        label={t('things.name')}
        value={name}
        maxLength={100}
        error={isTried && name.trim() === '' ? t('common.required') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('things.number')}
        inputMode="tel"
        value={number}
        error={isTried && !isNumber(digits) ? t('things.numberWrong') : undefined}
        onChange={(event) => setNumber(event.target.value)}
      />
    </FormDialog>
  );
}
