import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

const Root = styled.div`
  display: grid;
  gap: 10px;
  padding: 14px 16px 16px;
  border-top: 1px solid ${color.line};
`;

const Title = styled.h3`
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.semibold};
`;

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A part of the contact's side under its heading. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <Root role="group" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Root>
  );
}
