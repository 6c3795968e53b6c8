import styled from 'styled-components';
import type { AuditRecord } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Dialog } from '@/ui/Dialog';
import { valueText } from './model';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};

  & th,
  & td {
    padding: 8px 12px 8px 0;
    border-bottom: 1px solid ${color.line};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & thead th {
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & tbody th {
    font-weight: ${font.medium};
  }
  & td[data-before] {
    color: ${color.textMuted};
  }
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px 14px;
  margin-top: 16px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  overflow-wrap: anywhere;

  & > dd {
    margin: 0;
    color: ${color.text};
  }
`;

const None = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

interface RecordDialogProps {
  record: AuditRecord;
  title: string;
  onClose: () => void;
}

/** What changed, field by field, and from where it was done. */
export function RecordDialog({ record, title, onClose }: RecordDialogProps) {
  const t = useT();
  const facts = [
    [t('audit.route'), record.route],
    [t('audit.ip'), record.ip],
    [t('audit.agent'), record.userAgent],
    [t('audit.requestId'), record.requestId],
  ] as const;
  return (
    <Dialog isOpen onClose={onClose} title={title} size="lg">
      {record.changes.length === 0 && <None>{t('audit.noFields')}</None>}
      {record.changes.length > 0 && (
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {record.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td data-before>{valueText(before) || t('audit.nothing')}</td>
                <td>{valueText(after) || t('audit.nothing')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Facts>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </Facts>
    </Dialog>
  );
}
