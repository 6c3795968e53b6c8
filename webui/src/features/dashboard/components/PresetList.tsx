import Check from 'lucide-react/icons/check';
import { Fragment, useId } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { PRESETS, type Preset } from '../presets';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: 2px;
  padding: 8px;
  border-right: 1px solid ${color.line};

  & > hr {
    width: 100%;
    margin: 6px 0;
    border: 0;
    border-top: 1px solid ${color.line};
  }
  @media ${media.sm} {
    flex-flow: row;
    /* those that do not fit are reached by moving them along */
    overflow-x: auto;
    border-right: 0;
    border-bottom: 1px solid ${color.line};

    & > hr {
      display: none;
    }
  }
`;

const Item = styled.label`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 32px;
  padding: 0 10px;
  border-radius: ${radius.md};
  font-size: ${font.base};
  white-space: nowrap;
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
  &:has(:checked) {
    background: ${color.accentSoft};
    color: ${color.accentText};
    font-weight: ${font.semibold};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: -2px;
  }
  & > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  & > svg {
    width: 16px;
    height: 16px;
  }
  & > kbd {
    color: ${color.textMuted};
    font: inherit;
    font-size: ${font.sm};
  }
  @media ${media.sm} {
    border: 1px solid ${color.line};

    & > svg,
    & > kbd {
      display: none;
    }
  }
`;

/** The words for a preset, and for any other number of days. */
export function usePresetName() {
  const t = useT();
  return (preset: Preset | number) =>
    typeof preset === 'number' ? t('dashboard.filter.lastDays', { days: preset }) : t(`dashboard.preset.${preset}`);
}

interface PresetListProps {
  chosen: Preset | null;
  onChoose: (preset: Preset) => void;
}

/** Periods that are chosen by one press, or by the arrows. */
export function PresetList({ chosen, onChoose }: PresetListProps) {
  const t = useT();
  const name = useId();
  const nameOf = usePresetName();
  return (
    <Root role="radiogroup" aria-label={t('dashboard.presets')}>
      {PRESETS.map((preset) => (
        <Fragment key={preset}>
          {preset === 'month' && <hr />}
          <Item>
            {nameOf(preset)}
            <input
              type="radio"
              name={name}
              checked={preset === chosen}
              aria-keyshortcuts={preset === 'today' ? 'H' : undefined}
              onChange={() => onChoose(preset)}
            />
            {preset === chosen ? <Check aria-hidden /> : preset === 'today' && <kbd aria-hidden>H</kbd>}
          </Item>
        </Fragment>
      ))}
    </Root>
  );
}
