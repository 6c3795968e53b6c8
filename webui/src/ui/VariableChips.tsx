import styled from 'styled-components';
import { color, font, motion, radius } from '@/styles/tokens';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const Chip = styled.button`
  height: 24px;
  padding: 0 8px;
  border-radius: ${radius.sm};
  background: ${color.active};
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.medium};
  transition: background-color ${motion.fast};

  &:hover {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
`;

/** S036: what the server fills into a message when it goes out. */
const VARIABLES = ['firstName', 'name', 'ms', 'protocol', 'hora'] as const;
export type Variable = (typeof VARIABLES)[number];

interface VariableChipsProps {
  label: string;
  titleOf?: (variable: Variable) => string;
  /** Gets the variable as it stands in a text. */
  onChoose: (placeholder: string) => void;
}

/** Buttons that put variables into a text. */
export function VariableChips({ label, titleOf, onChoose }: VariableChipsProps) {
  return (
    <Root role="group" aria-label={label}>
      {VARIABLES.map((variable) => {
        const placeholder = `{{${variable}}}`;
        return (
          <Chip key={variable} type="button" title={titleOf?.(variable)} onClick={() => onChoose(placeholder)}>
            {placeholder}
          </Chip>
        );
      })}
    </Root>
  );
}
