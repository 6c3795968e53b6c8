import styled from 'styled-components';
import type { Attendant } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';

const List = styled.ul`
  display: grid;
  max-height: 160px;
  padding: 4px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.raised};
`;

const Choose = styled.button`
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  padding: 5px 6px;
  border-radius: ${radius.sm};
  font-size: ${font.base};
  text-align: left;

  &:hover,
  &[data-first] {
    background: ${color.hover};
  }
`;

interface MentionListProps {
  people: readonly Attendant[];
  onChoose: (person: Attendant) => void;
}

/** Colleagues whose names begin as it is typed; Enter in the text takes the first one. */
export function MentionList({ people, onChoose }: MentionListProps) {
  const t = useT();
  return (
    <List aria-label={t('mentions.people')}>
      {people.map((person, index) => (
        <li key={person.id}>
          <Choose type="button" data-first={index === 0 || undefined} onClick={() => onChoose(person)}>
            <Avatar name={person.name} size={24} />
            {person.name}
          </Choose>
        </li>
      ))}
    </List>
  );
}
