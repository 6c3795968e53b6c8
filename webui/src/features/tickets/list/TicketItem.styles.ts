import styled from 'styled-components';
import { color, font, layer, motion } from '@/styles/tokens';

export const Root = styled.article`
  position: relative;
  display: flex;
  gap: 12px;
  height: 92px;
  padding: 11px 14px 0 18px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  cursor: pointer;
  transition: background-color ${motion.fast};

  &:hover {
    background: ${color.hover};
  }
  &[data-selected] {
    background: ${color.selected};
  }
`;

export const Strip = styled.span`
  position: absolute;
  top: 12px;
  bottom: 12px;
  left: 6px;
  width: 3px;
  border-radius: 2px;
  background: var(--q, ${color.lineStrong});
`;

/** While several are chosen the whole item is its check box. */
export const Choice = styled.input`
  flex: none;
  width: 18px;
  height: 18px;
  margin: 11px;
  accent-color: ${color.accent};
  cursor: inherit;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    z-index: ${layer.raised};
  }
`;

export const Body = styled.div`
  flex: 1;
  min-width: 0;
`;

export const Top = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  height: 21px;

  & > svg {
    flex: none;
    color: ${color.textSubtle};
  }
`;

/** The link covers the whole item; buttons lie above it. */
/** S032: a name that its row is too narrow for ends in an ellipsis, after ten characters at the least. */
export const Name = styled.a`
  flex: 1;
  min-width: min(11ch, 100%);
  overflow: hidden;
  color: ${color.text};
  font-size: ${font.md};
  font-weight: ${font.medium};
  text-overflow: ellipsis;
  white-space: nowrap;

  &:hover {
    text-decoration: none;
  }
  &:focus-visible {
    outline: none;
  }
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible::after {
    outline: 2px solid ${color.focus};
    outline-offset: -2px;
  }
  [data-unread] & {
    font-weight: ${font.semibold};
  }
`;

export const Time = styled.time`
  flex: none;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  [data-unread] & {
    color: ${color.accentText};
  }
`;

export const Middle = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  height: 20px;
`;

export const Bottom = styled.div`
  display: flex;
  height: 20px;
  margin-top: 6px;
  overflow: hidden;
`;

export const Actions = styled.div`
  position: absolute;
  right: 14px;
  bottom: 8px;
  z-index: ${layer.raised};
  display: flex;
  gap: 4px;
  padding-left: 16px;
  background: linear-gradient(90deg, transparent, ${color.hover} 14px);
  opacity: 0;
  transition: opacity ${motion.fast};

  ${Root}:hover &,
  ${Root}:focus-within &,
  &[data-always] {
    opacity: 1;
  }
  &[data-always] {
    background: linear-gradient(90deg, transparent, ${color.surface} 14px);
  }
  ${Root}:hover &[data-always] {
    background: linear-gradient(90deg, transparent, ${color.hover} 14px);
  }
  ${Root}[data-selected] &,
  ${Root}[data-selected]:hover &[data-always] {
    background: linear-gradient(90deg, transparent, ${color.selected} 14px);
  }
  @media (hover: none) {
    &:not([data-always]) {
      display: none;
    }
  }
`;
