import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

const Root = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
`;

const Top = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
`;

const Label = styled.label`
  font-size: ${font.base};
  font-weight: ${font.medium};
`;

const Note = styled.p`
  color: ${color.textSubtle};
  font-size: ${font.sm};

  &[data-error] {
    color: ${color.danger};
  }
`;

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** Something to the right of the label, such as a link. */
  aside?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, aside, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = note ? `${id}-note` : undefined;
  return (
    <Root>
      <Top>
        <Label htmlFor={id}>{label}</Label>
        {aside}
      </Top>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': error ? true : undefined })}
      {note && (
        <Note id={noteId} data-error={error ? true : undefined} role={error ? 'alert' : undefined}>
          {note}
        </Note>
      )}
    </Root>
  );
}
