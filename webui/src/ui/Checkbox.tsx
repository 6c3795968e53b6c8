import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, motion } from '@/styles/tokens';

const Root = styled.label`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  font-size: ${font.base};
  cursor: pointer;

  &:has(:disabled) {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

const Box = styled.input`
  display: grid;
  flex: none;
  place-items: center;
  width: 16px;
  height: 16px;
  margin: 0;
  border: 1px solid ${color.lineStrong};
  border-radius: 4px;
  background: ${color.surface};
  appearance: none;
  cursor: inherit;
  transition: background-color ${motion.fast};

  &::after {
    content: '';
    width: 8px;
    height: 4px;
    border: solid ${color.onAccent};
    border-width: 0 0 2px 2px;
    transform: translateY(-1px) rotate(-45deg) scale(0);
    transition: transform ${motion.fast};
  }
  &:checked {
    border-color: ${color.accent};
    background: ${color.accent};
  }
  &:checked::after {
    transform: translateY(-1px) rotate(-45deg) scale(1);
  }
`;

interface CheckboxProps {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  disabled?: boolean;
}

export function Checkbox({ label, isChecked, onChange, disabled }: CheckboxProps) {
  return (
    <Root>
      <Box
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </Root>
  );
}
