import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.div`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 6px;
  min-height: 220px;
  height: 100%;
  padding: 32px 24px;
  text-align: center;
`;

const Icon = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  margin-bottom: 8px;
  border-radius: ${radius.lg};
  background: ${color.active};
  color: ${color.textMuted};

  & > svg {
    width: 20px;
    height: 20px;
    stroke-width: 1.75;
  }
`;

const Title = styled.p`
  font-size: ${font.md};
  font-weight: ${font.semibold};
`;

const Text = styled.p`
  max-width: 340px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Action = styled.div`
  margin-top: 12px;
`;

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: string;
  /** What to do next. */
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** It is the whole page, and its title the page's heading. */
  isPage?: boolean;
}

export function EmptyState({ icon, title, text, action, role, isPage }: EmptyStateProps) {
  return (
    <Root role={role}>
      <Icon aria-hidden>{icon}</Icon>
      <Title as={isPage ? 'h1' : 'p'}>{title}</Title>
      {text && <Text>{text}</Text>}
      {action && <Action>{action}</Action>}
    </Root>
  );
}
