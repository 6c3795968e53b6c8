import LocateFixed from 'lucide-react/icons/locate-fixed';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { placeOf, type WrittenPlace } from '@/lib/places';
import { color, font } from '@/styles/tokens';
import { Button } from './Button';
import { TextField } from './TextField';

const Failure = styled.p`
  color: ${color.danger};
  font-size: ${font.sm};
`;

interface PlaceFieldsProps {
  place: WrittenPlace;
  /** Says what is missing, once somebody wanted to go on. */
  isChecked: boolean;
  isLocked?: boolean;
  /** Name and address go with it always. */
  isWhole?: boolean;
  onChange: (place: WrittenPlace) => void;
}

/** A point of the map, typed, pasted from a map or where one is, with its name and address. */
export function PlaceFields({ place, isChecked, isLocked = false, isWhole = false, onChange }: PlaceFieldsProps) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const put = (part: Partial<WrittenPlace>) => onChange({ ...place, ...part });
  const missing = (text: string) => (isChecked && isWhole && text.trim() === '' ? t('things.placeMissing') : undefined);

  const locate = () => {
    setIsAsking(true);
    setIsRefused(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false);
        put({ where: `${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}` });
      },
      () => {
        setIsAsking(false);
        setIsRefused(true);
      },
    );
  };
  return (
    <>
      <TextField
        label={t('things.where')}
        hint={t('things.whereHint')}
        value={place.where}
        disabled={isLocked}
        error={isChecked && placeOf(place) === null ? t('things.whereWrong') : undefined}
        onChange={(event) => put({ where: event.target.value })}
      />
      {'geolocation' in navigator && !isLocked && (
        <Button variant="secondary" icon={<LocateFixed />} isBusy={isAsking} onClick={locate}>
          {t('things.here')}
        </Button>
      )}
      {isRefused && <Failure role="alert">{t('things.noPosition')}</Failure>}
      <TextField
        label={t('things.placeName')}
        value={place.name}
        maxLength={100}
        disabled={isLocked}
        error={missing(place.name)}
        onChange={(event) => put({ name: event.target.value })}
      />
      <TextField
        label={t('things.address')}
        value={place.address}
        maxLength={200}
        disabled={isLocked}
        error={missing(place.address)}
        onChange={(event) => put({ address: event.target.value })}
      />
    </>
  );
}
