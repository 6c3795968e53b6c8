import styled from 'styled-components';
import type { Message } from '@/api/types';
import { color, radius } from '@/styles/tokens';

const Root = styled.div`
  display: flex;
  gap: 4px;
  margin-top: 4px;
`;

const Item = styled.span`
  padding: 0 6px;
  border: 1px solid ${color.line};
  border-radius: ${radius.full};
  background: ${color.surface};
  font-size: 0.8125rem;
  line-height: 20px;
`;

/** Emoji that the customer or an attendant put to a message, counted. */
export function Reactions({ reactions }: Pick<Message, 'reactions'>) {
  if (reactions.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { emoji } of reactions) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  return (
    <Root>
      {[...counts].map(([emoji, count]) => (
        <Item key={emoji}>{count > 1 ? `${emoji} ${count}` : emoji}</Item>
      ))}
    </Root>
  );
}
