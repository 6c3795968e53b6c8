import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';
import { FieldGroup } from './FieldGroup';

const Root = styled(FieldGroup)`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const Chip = styled.label`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  height: 30px;
  padding: 0 12px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.full};
  color: ${color.textMuted};
  font-size: ${font.base};
  cursor: pointer;

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--q);
  }
  &:hover {
    background: ${color.hover};
  }
  &:has(:checked) {
    border-color: ${color.accent};
    background: ${color.selected};
    color: ${color.text};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
`;

const None = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

interface ChipChoiceProps {
  legend: string;
  options: readonly { id: number; name: string; color: string }[] | undefined;
  chosen: readonly number[];
  /** Said when there is nothing to choose. */
  none: string;
  onChange: (chosen: number[]) => void;
}

/** Any of a few coloured things, such as queues. */
export function ChipChoice({ legend, options, chosen, none, onChange }: ChipChoiceProps) {
  return (
    <Root>
      <legend>{legend}</legend>
      {options?.map((option) => (
        <Chip key={option.id} style={cssVars({ '--q': option.color })}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={chosen.includes(option.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, option.id] : chosen.filter((id) => id !== option.id))
            }
          />
          {option.name}
        </Chip>
      ))}
      {options?.length === 0 && <None>{none}</None>}
    </Root>
  );
}
