import type { ReactElement } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.section`
  display: grid;
  gap: 8px;
  scroll-margin-top: 16px;

  & > h2 {
    font-size: ${font.md};
  }
`;

const Rows = styled.div`
  display: grid;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
`;

const Row = styled.div`
  position: relative;
  padding: 12px 14px;

  & + & {
    border-top: 1px solid ${color.line};
  }
  &:last-child {
    border-radius: 0 0 ${radius.lg} ${radius.lg};
  }
  &[data-nested] {
    padding-left: 34px;
    background: ${color.surfaceAlt};
  }
  &[data-nested]::before {
    content: '';
    position: absolute;
    inset: 12px auto 12px 18px;
    width: 2px;
    border-radius: ${radius.full};
    background: ${color.accent};
  }
`;

/** Options that only mean something by the one above them. */
const NESTED: ReadonlySet<string | null> = new Set([
  'transferQueueText',
  'transferUserText',
  'transferBothText',
  'ratingTimeout',
  'leadExpires',
  'botOutOfHours',
  'chatbotTicketTimeoutAction',
  'noQueueTimeoutAction',
  'openTicketTimeoutAction',
]);

interface OptionGroupProps {
  id: string;
  title: string;
  rows: readonly ReactElement[];
}

/** Options that belong together, a row each. */
export function OptionGroup({ id, title, rows }: OptionGroupProps) {
  return (
    <Root id={`settings-${id}`} aria-label={title}>
      <h2>{title}</h2>
      <Rows>
        {rows.map((row) => (
          <Row key={row.key} data-nested={NESTED.has(row.key) || undefined}>
            {row}
          </Row>
        ))}
      </Rows>
    </Root>
  );
}
