import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.p`
  display: flex;
  gap: 8px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.dangerSoft};
  color: ${color.danger};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 1px;
  }
`;

/** Why a form was not taken, said aloud where it stands. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <Root role="alert">
      <CircleAlert aria-hidden />
      {children}
    </Root>
  );
}
