import Check from 'lucide-react/icons/check';
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
  &:has(:checked) > svg {
    visibility: visible;
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

interface ColorChoiceProps {
  value: string;
  onChange: (color: string) => void;
}

/** Ten colours that go well with both themes, and any other. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const t = useT();
  const name = useId();
  return (
    <FieldGroup>
      <legend>{t('common.color')}</legend>
      <Swatches>
        {PALETTE.map((each) => (
          <Swatch key={each} style={cssVars({ '--q': each })}>
            <input
              type="radio"
              name={name}
              value={each}
              aria-label={t('common.colorNamed', { color: each })}
              checked={value.toLowerCase() === each}
              onChange={() => onChange(each)}
            />
            <Check aria-hidden />
          </Swatch>
        ))}
      </Swatches>
      <Other>
        <input type="color" value={value} onChange={(event) => onChange(event.target.value)} />
        {t('common.otherColor')}
      </Other>
    </FieldGroup>
  );
}
