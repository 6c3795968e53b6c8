import styled from 'styled-components';
import type { AiUsage } from '@/api/types';
import { useT } from '@/i18n';
import { money } from '@/lib/money';
import { color, font, radius } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { usedShare } from '../usage';
import { Box } from './Box';

const Sum = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 4px 8px;
  margin: 0;
  color: ${color.textMuted};

  & > strong {
    color: ${color.text};
    font-size: ${font.xl};
    font-variant-numeric: tabular-nums;
  }
`;

const Bar = styled.div`
  height: 8px;
  border-radius: ${radius.full};
  background: ${color.active};

  & > span {
    display: block;
    height: 100%;
    border-radius: inherit;
    background: ${color.accent};
  }
  &[data-full] > span {
    background: ${color.danger};
  }
`;

const Note = styled.p`
  margin: 0;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** The month so far: all of it against its limit, and by what models were asked for. */
export function UsagePanel({ usage }: { usage: AiUsage }) {
  const t = useT();
  const share = usedShare(usage.tokens, usage.cap ?? null);
  const heads = (['use', 'calls', 'read', 'written'] as const).map((head) => t(`prompts.usage.${head}`));
  return (
    <Box title={t('prompts.usage.title')}>
      <Sum>
        <strong>{t('prompts.usage.tokens', { count: usage.tokens })}</strong>
        {usage.cap != null && <span>{t('prompts.usage.of', { count: usage.cap })}</span>}
        {usage.cost != null && <span>{t('prompts.usage.cost', { cost: money(usage.cost) })}</span>}
      </Sum>
      {share !== null && (
        <Bar
          role="progressbar"
          aria-label={t('prompts.usage.share')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          data-full={share === 1 || undefined}
        >
          <span style={{ width: `${share * 100}%` }} />
        </Bar>
      )}
      <Note>{t(share === 1 ? 'prompts.usage.full' : 'prompts.usage.note')}</Note>
      <DataTable hasNoButtons heads={heads}>
        {usage.uses.map((use) => (
          <DataRow key={use.usedFor}>
            <td>{t(`prompts.use.${use.usedFor}`)}</td>
            <td>{t('prompts.usage.number', { count: use.calls })}</td>
            <td>{t('prompts.usage.number', { count: use.promptTokens })}</td>
            <td>{t('prompts.usage.number', { count: use.completionTokens })}</td>
          </DataRow>
        ))}
      </DataTable>
    </Box>
  );
}
