import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, motion, radius } from '@/styles/tokens';

const Root = styled.label`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.base};
  cursor: pointer;

  &[data-wide] {
    display: flex;
    justify-content: space-between;
    color: ${color.text};
  }
  &:has(:disabled) {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

const Track = styled.input`
  position: relative;
  flex: none;
  width: 30px;
  height: 18px;
  margin: 0;
  border-radius: ${radius.full};
  background: ${color.lineStrong};
  appearance: none;
  cursor: inherit;
  transition: background-color ${motion.base};

  &::after {
    content: '';
    position: absolute;
    top: 2px;
    left: 2px;
    width: 14px;
    height: 14px;
    border-radius: 50%;
    background: #fff;
    transition: transform ${motion.base};
  }
  &:checked {
    background: ${color.accent};
  }
  &:checked::after {
    transform: translateX(12px);
  }
`;

interface SwitchProps {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  /** Label on the left edge, switch on the right edge of a form. */
  isWide?: boolean;
}

export function Switch({ label, isOn, onChange, disabled, isWide }: SwitchProps) {
  return (
    <Root data-wide={isWide || undefined}>
      {label}
      <Track
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Root>
  );
}
