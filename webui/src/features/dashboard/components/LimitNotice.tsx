import CircleAlert from 'lucide-react/icons/circle-alert';
import styled from 'styled-components';
import type { Held } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';

/** Named one by one; of more it is said how many. */
const NAMED_MAX = 3;

const Notice = styled.p`
  display: flex;
  align-items: baseline;
  gap: 8px;
  margin-top: 14px;
  padding-top: 10px;
  border-top: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > svg {
    flex: none;
    align-self: center;
    width: 14px;
    height: 14px;
    color: ${color.warning};
  }
`;

/** Who gets no more tickets from the desk, as he has as many as his queues give at most. */
export function LimitNotice({ attendants }: { attendants: readonly Held[] }) {
  const t = useT();
  const full = attendants.filter(({ open, most }) => most !== null && open >= most);
  const [first] = full;
  if (!first) return null;
  const names = full.slice(0, NAMED_MAX).map(({ name }) => name);
  const more = full.length - names.length;
  return (
    <Notice>
      <CircleAlert aria-hidden />
      {full.length === 1
        ? t('dashboard.live.atLimit', { name: first.name, most: first.most ?? 0 })
        : t('dashboard.live.atLimits', { count: full.length, names: names.join(', '), more })}
    </Notice>
  );
}
