import styled from 'styled-components';
import { color, font, motion, radius, shadow } from '@/styles/tokens';

const NARROW = '(max-width: 719.98px)';

export const Root = styled.div`
  flex: none;
  padding: 0 18px 16px;

  @container ${NARROW} {
    padding: 0 8px 8px;
  }
`;

export const Card = styled.div`
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
  box-shadow: ${shadow.sm};
  transition:
    border-color ${motion.fast},
    background-color ${motion.fast};

  &:focus-within {
    border-color: ${color.lineStrong};
  }
  /* Nobody who looks at the text overlooks it. */
  &[data-whisper] {
    border-color: ${color.whisperText};
    box-shadow: 0 0 0 1px ${color.whisperText};
    background: ${color.whisper};
    color: ${color.whisperText};
  }
`;

/** S139: at most five rows. */
export const Area = styled.textarea`
  display: block;
  width: 100%;
  max-height: ${5 * 20 + 22}px;
  padding: 12px 14px 10px;
  border: 0;
  outline: none;
  background: none;
  font-size: ${font.md};
  line-height: 20px;
  resize: none;

  &:focus-visible {
    outline: none;
  }
  &::placeholder {
    color: ${color.textSubtle};
    opacity: 1;
  }
  [data-whisper] > &::placeholder {
    color: ${color.whisperText};
  }
`;

export const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: 2px;
  padding: 0 6px 6px 8px;

  &[hidden] {
    display: none;
  }
`;

export const Spring = styled.span`
  flex: 1;
`;

export const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 7px;
  height: 28px;
  padding: 0 9px;
  border-radius: ${radius.md};
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  transition: background-color ${motion.fast};

  & > svg {
    width: 15px;
    height: 15px;
    stroke-width: 1.75;
  }
  &:hover:not(:disabled) {
    background: ${color.hover};
  }
  &[aria-pressed='true'] {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  &[data-tone='whisper'][aria-pressed='true'] {
    background: ${color.whisperLine};
    color: ${color.whisperText};
  }
  &:disabled {
    opacity: 0.45;
  }
`;

export const ToggleText = styled.span`
  @container ${NARROW} {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

export const SendButton = styled.button`
  display: grid;
  place-items: center;
  width: 38px;
  height: 34px;
  border-radius: ${radius.md};
  background: ${color.accent};
  color: ${color.onAccent};
  transition: opacity ${motion.fast};

  & > svg {
    width: 17px;
    height: 17px;
    stroke-width: 1.75;
  }
  &:hover:not(:disabled) {
    background: ${color.accentHover};
  }
  [data-whisper] & {
    background: ${color.whisperText};
    color: ${color.whisper};
  }
  &:disabled {
    opacity: 0.5;
  }
`;

/** A file of a quick message is on its way. */
export const Fetching = styled.p`
  padding: 10px 12px 0;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** Keeps the place of a button that is on its way. */
export const ThingPlace = styled.span`
  width: 36px;
`;
