import CircleCheck from 'lucide-react/icons/circle-check';
import Headset from 'lucide-react/icons/headset';
import Hourglass from 'lucide-react/icons/hourglass';
import Timer from 'lucide-react/icons/timer';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import type { LucideIcon } from 'lucide-react';
import styled from 'styled-components';
import type { Counters } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { CARDS } from '../model';

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 12px;

  @media (max-width: 1199.98px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  @media ${media.sm} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px;
  }
`;

const Card = styled.li`
  display: grid;
  gap: 6px;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  @media ${media.sm} {
    padding: 12px;
  }
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  white-space: nowrap;

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: ${color.accent};
    stroke-width: 1.75;
  }
`;

const Value = styled.b`
  font-size: ${font.xl};
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  white-space: nowrap;
`;

const ICONS: Record<(typeof CARDS)[number]['id'], LucideIcon> = {
  happening: Headset,
  pending: Hourglass,
  finished: CircleCheck,
  leads: UserPlus,
  support: Users,
  wait: Timer,
};

interface CounterCardsProps {
  counters: Counters;
}

export function CounterCards({ counters }: CounterCardsProps) {
  const t = useT();
  return (
    <List aria-label={t('dashboard.cards')}>
      {CARDS.map(({ id, read }) => {
        const Icon = ICONS[id];
        return (
          <Card key={id}>
            <Name>
              <Icon aria-hidden />
              {t(`dashboard.card.${id}`)}
            </Name>
            <Value>{read(counters)}</Value>
          </Card>
        );
      })}
    </List>
  );
}
