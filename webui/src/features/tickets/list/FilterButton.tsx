import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { color, font, motion, radius, shadow } from '@/styles/tokens';

const Root = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  height: 28px;
  padding: 0 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surface};
  box-shadow: ${shadow.sm};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  white-space: nowrap;
  transition: background-color ${motion.fast};

  &:hover {
    background: ${color.hover};
  }
  &[data-active] {
    border-color: ${color.accent};
    color: ${color.accentText};
  }
  & > svg {
    flex: none;
    width: 14px;
    height: 14px;
    color: ${color.textSubtle};
  }
`;

const Text = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;

interface FilterButtonProps extends ComponentProps<'button'> {
  isActive: boolean;
}

/** The button of a filter menu; marked while the filter takes something away. */
export function FilterButton({ isActive, children, ...rest }: FilterButtonProps) {
  return (
    <Root {...rest} type="button" data-active={isActive || undefined}>
      <Text>{children}</Text>
      <ChevronDown aria-hidden />
    </Root>
  );
}
