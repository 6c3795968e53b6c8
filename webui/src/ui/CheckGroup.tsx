import styled from 'styled-components';
import { color, font } from '@/styles/tokens';
import { Checkbox } from './Checkbox';
import { FieldGroup } from './FieldGroup';

const Options = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(230px, 1fr));
  gap: 8px 16px;
`;

const Problem = styled.p`
  color: ${color.danger};
  font-size: ${font.sm};
`;

interface CheckGroupProps<T extends string> {
  legend: string;
  options: readonly { id: T; label: string }[];
  chosen: readonly T[];
  /** What is wrong with the choice. */
  problem: string | undefined;
  onChange: (chosen: T[]) => void;
}

/** Any of a few things, each with words of its own. */
export function CheckGroup<T extends string>({ legend, options, chosen, problem, onChange }: CheckGroupProps<T>) {
  return (
    <FieldGroup>
      <legend>{legend}</legend>
      <Options>
        {options.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            isChecked={chosen.includes(id)}
            onChange={(isChecked) => onChange(isChecked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </Options>
      {problem && <Problem role="alert">{problem}</Problem>}
    </FieldGroup>
  );
}
