import styled from 'styled-components';
import { color, font, media, motion, truncate } from '@/styles/tokens';

/** What stands over a log: its name, whose it is, what is shown of it. */
export const LogHead = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 10px 16px;
  border-bottom: 1px solid ${color.line};

  & > h2 {
    font-size: ${font.md};
  }
  & > small {
    ${truncate}
    flex: 1;
    min-width: 80px;
    color: ${color.textMuted};
    font-size: ${font.base};
  }

  /* the filter and its button stay in one line */
  @media ${media.sm} {
    & > small {
      flex: 1 0 100%;
    }
  }
`;

/** What happened, newest first. On small screens only the columns without `data-wide`. */
export const LogTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};
  transition: opacity ${motion.fast};

  &[data-stale] {
    opacity: 0.6;
  }
  & th {
    padding: 8px 12px 8px 0;
    border-bottom: 1px solid ${color.line};
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
    text-align: left;
    white-space: nowrap;
  }
  & th:first-child,
  & td:first-child {
    padding-left: 16px;
  }
  & td {
    height: 40px;
    padding: 4px 12px 4px 0;
    border-bottom: 1px solid ${color.line};
  }
  & td > small {
    color: ${color.textMuted};
    font-size: ${font.base};
    overflow-wrap: anywhere;
  }
  & [data-number] {
    font-variant-numeric: tabular-nums;
    text-align: right;
    white-space: nowrap;
  }

  @media ${media.md} {
    & [data-wide] {
      display: none;
    }
  }
`;

/** One thing of it; the chosen one is marked. */
export const LogRow = styled.tr`
  position: relative;
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
  &[data-chosen] {
    background: ${color.selected};
  }
  & time {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

/** Opens the details of a row. */
export const LogOpen = styled.button`
  font-weight: ${font.semibold};
  text-align: left;
  overflow-wrap: anywhere;

  /* the whole row opens */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

export const LogFoot = styled.footer`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 40px;
  padding: 6px 16px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;
