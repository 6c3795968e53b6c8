import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

const NARROW = '(max-width: 719.98px)';
/** Where the three buttons with their words no longer fit beside the name. */
const TIGHT = '(max-width: 899.98px)';

export const Root = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  height: 60px;
  padding: 0 12px 0 18px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};

  @container ${NARROW} {
    padding: 0 8px;
    gap: 8px;
  }
`;

export const Back = styled.span`
  display: none;

  @container ${NARROW} {
    display: block;
  }
`;

export const Names = styled.div`
  flex: 1;
  min-width: 0;
`;

export const Title = styled.h2`
  overflow: hidden;
  font-size: ${font.md};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The name opens the contact's side, also where its own button has no room. */
export const NameButton = styled.button`
  max-width: 100%;
  overflow: hidden;
  font: inherit;
  text-overflow: ellipsis;

  &:hover {
    text-decoration: underline;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

export const Side = styled.span`
  @container ${NARROW} {
    display: none;
  }
`;

export const Subtitle = styled.p`
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

export const Buttons = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
`;

/** Shown with its words where there is room; elsewhere the menu offers the same. */
export const Roomy = styled.span`
  display: contents;

  @container ${TIGHT} {
    display: none;
  }
  [data-contact] & {
    display: none;
  }
`;

/** The main step: words where there is room, only the sign on narrow screens. */
export const Wide = styled.span`
  display: contents;

  @container ${NARROW} {
    display: none;
  }
`;

export const Small = styled.span`
  display: none;

  @container ${NARROW} {
    display: block;
  }
`;

/** Keeps the place of the menu while that is on its way. */
export const MenuPlace = styled.span`
  width: 36px;
`;
