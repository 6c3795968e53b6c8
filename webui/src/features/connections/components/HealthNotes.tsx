import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import type { HealthNote } from '../health';

const List = styled.ul`
  display: grid;
  gap: 3px;
  margin-top: 3px;
  max-width: 420px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  overflow-wrap: anywhere;
`;

/** What Meta says of a number, one line each. */
export function HealthNotes({ notes }: { notes: HealthNote[] }) {
  const t = useT();
  if (notes.length === 0) return null;
  return (
    <List>
      {notes.map(({ text, values }) => (
        <li key={`${text} ${values?.name ?? ''}`}>{t(text, values)}</li>
      ))}
    </List>
  );
}
