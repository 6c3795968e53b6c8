import styled from 'styled-components';
import { color, font, layer, media, radius, shadow, truncate } from '@/styles/tokens';

export const Page = styled.div`
  position: relative;
  display: grid;
  grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto;
  height: 100%;
  min-height: 0;
  overflow: hidden;
`;

export const Head = styled.header`
  display: flex;
  grid-column: 1 / -1;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 12px;
  padding: 12px 20px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};

  @media ${media.sm} {
    padding: 10px 14px;
  }
`;

export const Title = styled.h1`
  font-size: 1.0625rem;
  letter-spacing: -0.01em;
`;

export const Switcher = styled.div`
  width: 190px;
`;

export const Total = styled.p`
  margin-left: auto;
  color: ${color.textMuted};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  /* the lanes' own counts stand below, in their tabs */
  @media ${media.sm} {
    display: none;
  }
`;

export const Search = styled.div`
  flex: 0 1 230px;

  /* beside the last filter */
  @media ${media.sm} {
    flex: 1 1 180px;
  }
`;

export const LaneTabs = styled.div`
  grid-column: 1 / -1;
  min-width: 0;
  padding: 0 14px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
`;

export const Body = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
`;

export const Lanes = styled.div`
  display: flex;
  flex: 1;
  gap: 14px;
  min-height: 0;
  padding: 14px 20px 0;
  overflow-x: auto;

  @media ${media.sm} {
    padding: 0;
    overflow: hidden;
  }
`;

export const LaneRoot = styled.section`
  display: flex;
  flex: 1 0 240px;
  flex-direction: column;
  /* as wide as the others, whatever its longest line is */
  min-width: 0;
  max-width: 320px;
  min-height: 0;

  &[hidden] {
    display: none;
  }
  @media ${media.sm} {
    flex: 1 1 auto;
    max-width: none;
  }
`;

export const LaneHead = styled.header`
  display: flex;
  align-items: center;
  gap: 8px;
  height: 34px;
  padding: 0 2px 6px;

  @media ${media.sm} {
    display: none;
  }
`;

export const Bar = styled.span`
  flex: none;
  width: 3px;
  height: 16px;
  border-radius: 2px;
  background: var(--q, ${color.lineStrong});
`;

export const LaneName = styled.h2`
  min-width: 0;
  font-size: ${font.base};
  font-weight: ${font.semibold};
  ${truncate}
`;

export const Unread = styled.span`
  flex: none;
  margin-left: auto;
  color: ${color.accentText};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

export const LaneList = styled.div`
  display: flex;
  position: relative;
  flex: 1;
  flex-direction: column;
  gap: 8px;
  min-height: 0;
  padding: 8px;
  overflow-y: auto;
  border: 1px solid transparent;
  border-radius: ${radius.md} ${radius.md} 0 0;
  background: ${color.active};
  overscroll-behavior: contain;

  &[data-over] {
    border-color: ${color.accent};
    background: ${color.accentSoft};
  }
  &[data-stale] > * {
    opacity: 0.6;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  @media ${media.sm} {
    padding: 12px 14px;
    border-radius: 0;
    background: ${color.canvas};
  }
`;

export const CardRoot = styled.article`
  position: relative;
  flex: none;
  padding: 11px 12px 9px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surface};
  box-shadow: ${shadow.sm};
  cursor: pointer;
  user-select: none;
  contain-intrinsic-height: 112px;
  content-visibility: auto;
  -webkit-touch-callout: none;

  &[data-selected] {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  &[data-hole] {
    border-style: dashed;
    border-color: ${color.lineStrong};
    background: transparent;
    box-shadow: none;
  }
  &[data-hole] > * {
    opacity: 0;
  }
  &[data-carried] {
    border-color: ${color.accent};
    box-shadow: ${shadow.lg};
  }
`;

export const Gap = styled.div`
  flex: none;
  height: 92px;
  border: 1px dashed ${color.accent};
  border-radius: ${radius.md};
  background: color-mix(in srgb, ${color.accent} 12%, transparent);
`;

export const Ghost = styled.div`
  position: fixed;
  top: 0;
  left: 0;
  z-index: ${layer.popup};
  transform: translate(var(--x), var(--y)) rotate(2deg);
  box-shadow: ${shadow.lg};
  pointer-events: none;
`;

export const CardTop = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
`;

export const Who = styled.div`
  flex: 1;
  min-width: 0;
`;

/** The button covers the whole card; the menu lies above it. */
export const Open = styled.button`
  display: block;
  max-width: 100%;
  color: ${color.text};
  font-size: ${font.base};
  font-weight: ${font.semibold};
  text-align: left;
  ${truncate}

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.md};
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid ${color.focus};
    outline-offset: 1px;
  }
`;

export const Number = styled.p`
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  ${truncate}
`;

export const Said = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-top: 7px;
`;

export const Text = styled.p`
  display: -webkit-box;
  flex: 1;
  min-width: 0;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.sm};
  line-height: 1.4;
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;

  [data-unread] & {
    color: ${color.text};
    font-weight: ${font.medium};
  }
`;

export const Foot = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 22px;
  margin-top: 7px;
`;

export const Tags = styled.div`
  display: flex;
  flex: 1;
  gap: 5px;
  min-width: 0;
  overflow: hidden;
`;

export const Moment = styled.time`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 4px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  & > svg {
    width: 12px;
    height: 12px;
  }
`;

export const Holder = styled.span`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: ${color.active};
  color: ${color.textMuted};

  & > svg {
    width: 12px;
    height: 12px;
  }
`;

export const Tools = styled.div`
  position: relative;
  z-index: ${layer.raised};
  flex: none;
  margin: -6px -6px 0 0;
  align-self: flex-start;
`;

export const Panel = styled.aside`
  display: flex;
  flex-direction: column;
  width: 400px;
  min-height: 0;
  border-left: 1px solid ${color.line};
  background: ${color.surface};

  @media ${media.md} {
    position: absolute;
    inset: 0 0 0 auto;
    z-index: ${layer.cover};
    width: min(420px, 100%);
    box-shadow: ${shadow.lg};
  }
  @media ${media.sm} {
    width: 100%;
  }
`;

export const PanelHead = styled.header`
  display: flex;
  align-items: center;
  gap: 4px;
  height: 40px;
  padding: 0 8px 0 16px;
  border-bottom: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > :first-child {
    flex: 1;
  }
`;

export const PanelBody = styled.div`
  display: grid;
  flex: 1;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  min-height: 0;
  container-type: size;
`;

export const CarryBar = styled.div`
  flex: none;
  padding: 10px 14px 14px;
  border-top: 1px solid ${color.line};
  background: ${color.surface};
  box-shadow: ${shadow.md};
`;

export const CarryText = styled.p`
  margin-bottom: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  text-align: center;
`;

export const CarryButtons = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(0, 1fr));
  grid-auto-flow: column;
  gap: 8px;

  & > button {
    min-width: 0;
    overflow: hidden;
  }
`;
