import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock from 'lucide-react/icons/clock';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import type { TickKind } from './ticks';

const Root = styled.span`
  display: inline-flex;

  & > svg {
    width: 15px;
    height: 15px;
    stroke-width: 2;
  }
  &[data-tick='waiting'] > svg {
    width: 12px;
    height: 12px;
  }
  &[data-tick='read'] {
    color: ${color.tick};
  }
`;

const icons = { waiting: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck } as const;

export function Tick({ tick }: { tick: TickKind }) {
  const t = useT();
  const Icon = icons[tick];
  return (
    <Root role="img" aria-label={t(`tickets.tick.${tick}`)} data-tick={tick}>
      <Icon aria-hidden />
    </Root>
  );
}
