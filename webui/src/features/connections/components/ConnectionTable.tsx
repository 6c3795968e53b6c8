import styled from 'styled-components';
import type { Connection } from '../../../api/types';
import { useT } from '../../../i18n';
import { color, font } from '../../../styles/tokens';
import { ConnectionRow, type RowHandlers } from './ConnectionRow';

const Table = styled.table`
  width: 100%;
  max-width: 1180px;
  border-collapse: collapse;
  font-size: ${font.base};

  @media (max-width: 959.98px) {
    display: block;

    & > tbody {
      display: grid;
      gap: 10px;
    }
    & > thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

const Head = styled.th`
  padding: 8px 12px 8px 0;
  border-bottom: 1px solid ${color.line};
  color: ${color.textSubtle};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  text-align: left;
  white-space: nowrap;
`;

const HEADS = ['name', 'queues', 'status', 'session', 'updated', 'actions'] as const;

interface ConnectionTableProps extends RowHandlers {
  connections: readonly Connection[];
}

export function ConnectionTable({ connections, ...handlers }: ConnectionTableProps) {
  const t = useT();
  return (
    <Table>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <Head key={head} scope="col">
              {head === 'actions' ? (
                <span className="visually-hidden">{t('connections.head.actions')}</span>
              ) : (
                t(`connections.head.${head}`)
              )}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} {...handlers} />
        ))}
      </tbody>
    </Table>
  );
}
