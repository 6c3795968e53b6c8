import ChevronDown from 'lucide-react/icons/chevron-down';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.div`
  position: relative;
  min-width: 0;

  & > svg {
    position: absolute;
    top: 7px;
    right: 8px;
    width: 14px;
    height: 14px;
    color: ${color.textSubtle};
    pointer-events: none;
  }
  & > select {
    width: 100%;
    height: 28px;
    padding: 0 28px 0 10px;
    border: 1px solid ${color.lineStrong};
    border-radius: ${radius.md};
    background: ${color.surface};
    font-size: ${font.sm};
    font-weight: ${font.medium};
    text-overflow: ellipsis;
    appearance: none;
    cursor: pointer;
  }
`;

interface QuietSelectProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A small select for a bar, its label only for assistive technology. */
export function QuietSelect({ label, value, options, onChange }: QuietSelectProps) {
  return (
    <Root>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </Root>
  );
}
