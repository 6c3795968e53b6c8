import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import styled from 'styled-components';
import { connectionsOptions } from '@/api/connections';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { toast } from '@/ui/toast';
import { shownConnection } from './model';

const Card = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 10px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
  text-align: left;

  &[data-narrow] {
    display: none;
  }
  @container (max-width: 719.98px) {
    &[data-narrow] {
      display: flex;
    }
  }
  & > p {
    flex: 1;
    min-width: 0;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
  & > p > b {
    display: block;
    color: ${color.text};
    font-size: ${font.base};
    font-weight: ${font.semibold};
    font-variant-numeric: tabular-nums;
  }
`;

/** The number that customers write to, to be copied; nothing before one is connected. */
export function NumberCard({ isForNarrow }: { isForNarrow?: boolean }) {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsOptions);
  const connection = shownConnection(connections);
  if (connection?.status !== 'CONNECTED' || !connection.number) return null;
  const number = formatPhone(connection.number);
  const handleCopy = async () => {
    await navigator.clipboard.writeText(number);
    toast.success(t('firstHour.number.copied'));
  };
  return (
    <Card data-narrow={isForNarrow || undefined}>
      <p>
        <b>{number}</b>
        {t('firstHour.number.of', { name: connection.name })}
      </p>
      <IconButton label={t('firstHour.number.copy')} onClick={() => void handleCopy().catch(() => undefined)}>
        <Copy />
      </IconButton>
    </Card>
  );
}
