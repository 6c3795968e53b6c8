import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { color, font, height, motion, radius, shadow } from '@/styles/tokens';
import { Spinner } from './Spinner';

const Root = styled.button`
  position: relative;
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: 8px;
  height: ${height.md};
  padding: 0 14px;
  border: 1px solid transparent;
  border-radius: ${radius.md};
  font-size: ${font.base};
  font-weight: ${font.medium};
  line-height: 1;
  white-space: nowrap;
  transition:
    background-color ${motion.fast},
    border-color ${motion.fast},
    color ${motion.fast};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }

  &[data-size='sm'] {
    height: ${height.sm};
    padding: 0 10px;
    gap: 6px;
    font-size: ${font.sm};
  }
  &[data-size='lg'] {
    height: ${height.lg};
    padding: 0 18px;
    font-size: ${font.md};
  }
  &[data-wide] {
    width: 100%;
  }

  &[data-variant='primary'] {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  &[data-variant='primary']:hover:not(:disabled, [aria-busy]) {
    background: ${color.accentHover};
  }
  &[data-variant='secondary'] {
    background: ${color.surface};
    border-color: ${color.line};
    color: ${color.text};
    box-shadow: ${shadow.sm};
  }
  &[data-variant='secondary']:hover:not(:disabled, [aria-busy]) {
    background: ${color.hover};
    border-color: ${color.lineStrong};
  }
  &[data-variant='ghost'] {
    color: ${color.textMuted};
  }
  &[data-variant='ghost']:hover:not(:disabled, [aria-busy]) {
    background: ${color.hover};
    color: ${color.text};
  }
  &[data-variant='soft'] {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  &[data-variant='soft']:hover:not(:disabled, [aria-busy]) {
    background: color-mix(in srgb, ${color.accent} 18%, ${color.accentSoft});
  }
  &[data-variant='danger'] {
    background: ${color.dangerSoft};
    color: ${color.danger};
  }
  &[data-variant='danger']:hover:not(:disabled, [aria-busy]) {
    border-color: ${color.danger};
  }

  &:disabled {
    opacity: 0.5;
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
`;

const Busy = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`;

function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'soft' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  icon?: ReactNode;
  /** Shows a spinner in place of the text and takes no clicks; width and focus stay, so nobody's next Tab begins at the top. */
  isBusy?: boolean;
  isWide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  isBusy,
  isWide,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <Root
      {...rest}
      onClick={isBusy ? swallow : onClick}
      type={type}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
    >
      {isBusy ? (
        <>
          <span style={{ opacity: 0 }}>{children}</span>
          <Busy>
            <Spinner size={16} />
          </Busy>
        </>
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Root>
  );
}
