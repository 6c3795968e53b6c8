import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.section`
  display: grid;
  gap: 8px;

  & > h2 {
    font-size: ${font.base};
  }
`;

const Rows = styled.div`
  display: grid;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};

  & > * {
    padding: 12px 14px;
  }
  & > * + * {
    border-top: 1px solid ${color.line};
  }
`;

interface OptionGroupProps {
  title: string;
  children: ReactNode;
}

/** Options that belong together, a row each. */
export function OptionGroup({ title, children }: OptionGroupProps) {
  return (
    <Root aria-label={title}>
      <h2>{title}</h2>
      <Rows>{children}</Rows>
    </Root>
  );
}
