import { useQuery } from '@tanstack/react-query';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import { useState } from 'react';
import styled from 'styled-components';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import { useT } from '@/i18n';
import { displayName, formatPhone, isHiddenNumber } from '@/lib/phone';
import { color, font } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { FormDialog } from '@/ui/FormDialog';
import { TextField } from '@/ui/TextField';
import type { Piece } from './pieces';
import { readPlace } from './places';

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
  const [where, setWhere] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const place = readPlace(where);

  const locate = () => {
    setIsAsking(true);
    setIsRefused(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false);
        setWhere(`${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}`);
      },
      () => {
        setIsAsking(false);
        setIsRefused(true);
      },
    );
  };
  return (
    <FormDialog
      title={t('things.place')}
      size="sm"
      hasChanges={`${where}${name}${address}` !== ''}
      saveLabel={t('things.send')}
      isSaving={false}
      failure={isRefused ? t('things.noPosition') : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (!place) return;
        const location = { ...place, name: name.trim() || null, address: address.trim() || null };
        onSend({ body: '', file: null, isPrivate: false, location });
        onClose();
      }}
    >
      <TextField
        label={t('things.where')}
        hint={t('things.whereHint')}
        value={where}
        error={isTried && !place ? t('things.whereWrong') : undefined}
        onChange={(event) => setWhere(event.target.value)}
      />
      {'geolocation' in navigator && (
        <Button variant="secondary" icon={<LocateFixed />} isBusy={isAsking} onClick={locate}>
          {t('things.here')}
        </Button>
      )}
      <TextField
        label={t('things.placeName')}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('things.address')}
        value={address}
        maxLength={200}
        onChange={(event) => setAddress(event.target.value)}
      />
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
