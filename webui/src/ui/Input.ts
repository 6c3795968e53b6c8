import styled, { css } from 'styled-components';
import { color, font, height, motion, radius } from '@/styles/tokens';

export const controlStyle = css`
  width: 100%;
  min-width: 0;
  height: ${height.field};
  padding: 0 12px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.md};
  background: ${color.surface};
  color: ${color.text};
  font-size: ${font.base};
  transition:
    border-color ${motion.fast},
    box-shadow ${motion.fast};

  &::placeholder {
    color: ${color.textSubtle};
    opacity: 1;
  }
  &:hover:not(:disabled) {
    border-color: ${color.textSubtle};
  }
  &:focus-visible {
    outline: none;
    border-color: ${color.focus};
    box-shadow: 0 0 0 3px color-mix(in srgb, ${color.focus} 22%, transparent);
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
  }
  &:disabled {
    background: ${color.surfaceAlt};
    color: ${color.textSubtle};
  }
  &[data-size='lg'] {
    height: ${height.lg};
    padding: 0 14px;
    font-size: ${font.md};
    letter-spacing: 0;
  }
`;

/** The bare text input; forms use TextField. */
export const Input = styled.input`
  ${controlStyle}
`;

export const TextAreaInput = styled.textarea`
  ${controlStyle}
  height: auto;
  min-height: 72px;
  padding: 8px 12px;
  line-height: 1.45;
  resize: vertical;
`;
