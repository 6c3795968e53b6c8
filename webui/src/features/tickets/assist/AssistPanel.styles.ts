import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const NARROW = '(max-width: 719.98px)';

export const Root = styled.section`
  display: grid;
  gap: 10px;
  padding-bottom: 10px;
  border-bottom: 1px solid ${color.line};
  outline: none;

  & > p[role='alert'] {
    margin: 0 14px;
  }
`;

export const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 4px 6px 4px 14px;
  background: ${color.infoSoft};
  color: ${color.info};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  & > strong {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > span[role='status'] {
    flex: 1;
    min-width: 0;
    color: ${color.textMuted};
    font-size: ${font.sm};
    text-align: right;
  }
`;

export const Tag = styled.span`
  flex: none;
  padding: 2px 8px;
  border-radius: ${radius.sm};
  background: ${color.warningSoft};
  color: ${color.warning};
  font-size: ${font.sm};
  font-weight: ${font.medium};

  @container ${NARROW} {
    display: none;
  }
`;

/** At most nine rows; longer ones scroll. */
export const Draft = styled.div`
  display: grid;
  gap: 8px;
  max-height: 190px;
  margin: 0 14px;
  overflow-y: auto;
  overflow-wrap: anywhere;
  color: ${color.text};
  font-size: ${font.md};
  line-height: 21px;
  white-space: pre-wrap;
`;

export const Note = styled.p`
  margin: 0 14px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  padding: 0 10px;

  & > [data-end] {
    margin-left: auto;
  }
`;

export const Key = styled.kbd`
  padding: 1px 4px;
  border: 1px solid currentcolor;
  border-radius: 4px;
  font-family: inherit;
  font-size: ${font.xs};

  @container ${NARROW} {
    display: none;
  }
`;
