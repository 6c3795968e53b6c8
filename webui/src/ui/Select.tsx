import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Ref, SelectHTMLAttributes } from 'react';
import styled from 'styled-components';
import { color } from '@/styles/tokens';
import { Field } from './Field';
import { controlStyle } from './Input';

const Wrap = styled.div`
  position: relative;

  & > svg {
    position: absolute;
    top: 50%;
    right: 10px;
    width: 16px;
    height: 16px;
    transform: translateY(-50%);
    color: ${color.textSubtle};
    pointer-events: none;
  }
`;

const Native = styled.select`
  ${controlStyle}
  padding-right: 32px;
  appearance: none;
  cursor: pointer;
`;

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: SelectOption[];
  /** Label on the left edge, list on the right edge of a form. */
  isWide?: boolean;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  onValueChange?: (value: string) => void;
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list: quick, and right on phones and for screen readers. */
export function Select({ label, hint, error, isWide, options, placeholder, onValueChange, ref, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} isWide={isWide}>
      {(control) => (
        <Wrap>
          <Native ref={ref} {...rest} {...control} onChange={(event) => onValueChange?.(event.target.value)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </Native>
          <ChevronDown aria-hidden />
        </Wrap>
      )}
    </Field>
  );
}
