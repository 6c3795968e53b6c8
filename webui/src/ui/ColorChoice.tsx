import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import { useId } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';
import { FieldGroup } from './FieldGroup';
import { PALETTE } from './palette';

const Swatches = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  &[data-grid] {
    display: grid;
    grid-template-columns: repeat(7, minmax(0, 1fr));
    gap: 5px;

    & > label {
      width: auto;
      height: 22px;
      border-radius: ${radius.sm};
    }
  }
`;

const Swatch = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: ${radius.md};
  background: var(--q);
  color: #fff;
  cursor: pointer;

  & > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  & > svg {
    width: 15px;
    height: 15px;
    stroke-width: 2.5;
    visibility: hidden;
  }
  &:has(:checked) > svg,
  &:has(:disabled) > svg {
    visibility: visible;
  }
  &:has(:disabled) {
    cursor: not-allowed;
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
`;

const Other = styled.label`
  display: flex;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > input {
    width: 36px;
    height: 24px;
    padding: 0;
    border: 1px solid ${color.lineStrong};
    border-radius: ${radius.sm};
    background: none;
    cursor: pointer;
  }
`;

const Taken = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  margin: 0;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > svg {
    flex: none;
    width: 13px;
    height: 13px;
  }
`;

/** Shades differ in brightness; the mark on one does too. */
const isLight = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140;
};

/** The browser's own field knows six digits alone: neither the short form nor how sheer a colour is. */
const opaque = (hex: string) => (hex.length < 6 ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex.slice(0, 7));

interface ColorChoiceProps {
  value: string;
  /** Ten that go well with both themes, where nothing is said. */
  palette?: readonly string[];
  /** Colours that cannot be chosen, and why in words. */
  taken?: ReadonlyMap<string, string>;
  /** Why some are locked, for all of them together. */
  takenNote?: string | undefined;
  onChange: (color: string) => void;
}

/** Colours of a palette, and any other. */
export function ColorChoice({ value, palette = PALETTE, taken, takenNote, onChange }: ColorChoiceProps) {
  const t = useT();
  const name = useId();
  return (
    <FieldGroup>
      <legend>{t('common.color')}</legend>
      <Swatches data-grid={palette.length > PALETTE.length || undefined}>
        {palette.map((each) => {
          const reason = taken?.get(each);
          const label = t('common.colorNamed', { color: each });
          return (
            <Swatch
              key={each}
              title={reason}
              style={{ ...cssVars({ '--q': each }), ...(isLight(each) && { color: '#16201f' }) }}
            >
              <input
                type="radio"
                name={name}
                value={each}
                aria-label={reason === undefined ? label : `${label}: ${reason}`}
                checked={value.toLowerCase() === each}
                disabled={reason !== undefined}
                onChange={() => onChange(each)}
              />
              {reason === undefined ? <Check aria-hidden /> : <Lock aria-hidden />}
            </Swatch>
          );
        })}
      </Swatches>
      {takenNote !== undefined && (
        <Taken>
          <Lock aria-hidden />
          {takenNote}
        </Taken>
      )}
      <Other>
        <input type="color" value={opaque(value)} onChange={(event) => onChange(event.target.value)} />
        {t('common.otherColor')}
      </Other>
    </FieldGroup>
  );
}
