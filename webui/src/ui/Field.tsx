import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, media } from '@/styles/tokens';

/** Beside a field with a note it is as tall, and its control still stands beside the other. */
const Root = styled.div`
  display: grid;
  align-content: start;
  gap: 6px;
  min-width: 0;

  &[data-wide] {
    grid-template-columns: minmax(0, 1fr) 232px;
    gap: 2px 20px;
    align-items: center;

    & > :nth-child(2) {
      grid-area: 1 / 2 / 3;
    }
    & > :nth-child(2):last-child {
      grid-area: 1 / 2;
    }
  }

  @media ${media.sm} {
    &[data-wide] {
      grid-template-columns: minmax(0, 1fr);
      gap: 6px;

      & > :nth-child(2),
      & > :nth-child(2):last-child {
        grid-area: auto;
      }
    }
  }
`;

const Top = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  font-size: ${font.base};
`;

const Label = styled.label`
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
  /** Label and note on the left edge, control on the right edge of a form. */
  isWide?: boolean | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, aside, hint, error, isWide, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = note ? `${id}-note` : undefined;
  return (
    <Root data-wide={isWide || undefined}>
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
