import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

/** A thing inside a bubble: a file, a place, a person. */
export const Card = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px;
  min-width: 200px;
  margin: 2px 0 4px;
  padding: 8px 10px;
  border-radius: ${radius.md};
  background: color-mix(in srgb, ${color.text} 5%, transparent);
  color: inherit;
  text-align: left;

  a& {
    font-weight: ${font.regular};
  }
  a&:hover {
    background: color-mix(in srgb, ${color.text} 8%, transparent);
    text-decoration: none;
  }
  & > div {
    flex: 1 1 100px;
    min-width: 0;
  }
`;

export const CardIcon = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: ${radius.md};
  background: ${color.surface};
  color: ${color.accentText};

  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
  &[data-tone='danger'] {
    color: ${color.danger};
  }
`;

export const CardTitle = styled.p`
  overflow: hidden;
  font-size: ${font.base};
  font-weight: ${font.medium};
  line-height: 18px;
  text-overflow: ellipsis;
`;

export const CardText = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
  line-height: 18px;
`;
