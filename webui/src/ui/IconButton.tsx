import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { color, height, motion, radius } from '@/styles/tokens';
import { Badge } from './Badge';
import { Tooltip } from './Tooltip';

const Root = styled.button`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${height.md};
  height: ${height.md};
  border: 1px solid transparent;
  border-radius: ${radius.md};
  color: ${color.textMuted};
  transition:
    background-color ${motion.fast},
    color ${motion.fast};

  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
  &:hover:not(:disabled),
  &[aria-haspopup][aria-expanded='true'] {
    background: ${color.hover};
    color: ${color.text};
  }
  &[data-size='sm'] {
    width: ${height.sm};
    height: ${height.sm};
  }
  &[data-size='sm'] > svg {
    width: 16px;
    height: 16px;
  }
  &[data-variant='primary'] {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  &[data-variant='primary']:hover:not(:disabled) {
    background: ${color.accentHover};
    color: ${color.onAccent};
  }
  &[aria-pressed='true'] {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  &:disabled {
    opacity: 0.45;
  }
`;

const Corner = styled.span`
  position: absolute;
  top: -1px;
  right: -1px;
  display: flex;
`;

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** What the button does: its accessible name and its tooltip. */
  label: string;
  children: ReactNode;
  variant?: 'plain' | 'primary';
  size?: 'sm' | 'md';
  /** A count in the corner; nothing is shown for 0. */
  count?: number;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  variant = 'plain',
  size = 'md',
  count = 0,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Root
        {...rest}
        type={type}
        aria-label={count > 0 ? `${label} ${count}` : label}
        data-variant={variant}
        data-size={size}
      >
        {children}
        {count > 0 && (
          <Corner aria-hidden>
            <Badge tone="danger" count={count} />
          </Corner>
        )}
      </Root>
    </Tooltip>
  );
}
