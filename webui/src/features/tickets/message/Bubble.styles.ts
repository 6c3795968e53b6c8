import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

export const Row = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  padding-bottom: 4px;

  &[data-side='out'] {
    align-items: flex-end;
  }
`;

export const Bubble = styled.div`
  position: relative;
  max-width: min(560px, 76%);
  min-width: 84px;
  padding: 5px 10px;
  border: 1px solid ${color.bubbleInLine};
  border-radius: ${radius.lg};
  border-bottom-left-radius: 4px;
  background: ${color.bubbleIn};
  font-size: ${font.md};
  line-height: 20px;
  overflow-wrap: anywhere;

  [data-side='out'] > & {
    border-color: transparent;
    border-bottom-left-radius: ${radius.lg};
    border-bottom-right-radius: 4px;
    background: ${color.bubbleOut};
    color: ${color.bubbleOutText};
  }
  &&[data-look='whisper'] {
    border-color: ${color.whisperLine};
    background: ${color.whisper};
    color: ${color.whisperText};
  }
  /* As wide as its picture: what is said below wraps. */
  &[data-media] {
    width: min-content;
    padding: 5px;
  }
  &[data-audio] {
    padding: 8px 8px 4px 10px;
  }
`;

export const Content = styled.div`
  display: flow-root;

  [data-media] > & {
    padding: 0 5px;
  }
  [data-card] > & {
    margin-top: -5px;
  }
  [data-audio] > & {
    margin-top: -3px;
  }
`;

export const Sender = styled.p`
  color: ${color.accentText};
  font-size: ${font.sm};
  font-weight: ${font.semibold};
`;

/** What stood below the item of a list that was chosen. */
export const Description = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
  overflow-wrap: anywhere;
`;

export const WhisperHead = styled.p`
  display: flex;
  align-items: center;
  gap: 5px;
  font-size: ${font.xs};
  font-weight: ${font.semibold};
  line-height: 16px;

  & > svg {
    width: 13px;
    height: 13px;
  }
`;

export const Below = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  max-width: min(560px, 76%);
  padding: 2px 4px 0;
  color: ${color.danger};
  font-size: ${font.sm};

  [data-side='out'] > & {
    justify-content: flex-end;
    text-align: right;
  }
  &[data-tone='doubt'] {
    color: ${color.warning};
  }
`;

export const TextButton = styled.button`
  border-radius: 4px;
  color: inherit;
  font-weight: ${font.semibold};
  text-decoration: underline;
  text-underline-offset: 2px;
`;
