import { useState } from 'react';
import styled from 'styled-components';
import type { MessageLocation } from '@/api/types';
import { useT } from '@/i18n';
import { placeOf, writtenPlace } from '@/lib/places';
import { color, font, radius } from '@/styles/tokens';
import { PlaceFields } from './PlaceFields';

const Root = styled.fieldset`
  display: grid;
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};

  & > legend {
    padding: 0 4px;
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
`;

interface TemplatePlaceFieldProps {
  place: MessageLocation | null;
  isChecked: boolean;
  isLocked: boolean;
  onChange: (place: MessageLocation | null) => void;
}

/** The place above the text of a template. Meta wants its name and address too. */
export default function TemplatePlaceField({ place, isChecked, isLocked, onChange }: TemplatePlaceFieldProps) {
  const t = useT();
  // What is typed stays while it is no point of a map yet.
  const [written, setWritten] = useState(() => writtenPlace(place));
  return (
    <Root>
      <legend>{t('templates.place')}</legend>
      <PlaceFields
        place={written}
        isChecked={isChecked}
        isLocked={isLocked}
        isWhole
        onChange={(next) => {
          setWritten(next);
          onChange(placeOf(next));
        }}
      />
    </Root>
  );
}
