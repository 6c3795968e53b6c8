import HardDrive from 'lucide-react/icons/hard-drive';
import Plug from 'lucide-react/icons/plug';
import UsersRound from 'lucide-react/icons/users-round';
import Waypoints from 'lucide-react/icons/waypoints';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font, media, radius } from '@/styles/tokens';
import type { Use } from '../model';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: 1fr 1fr;

  & > li {
    display: grid;
    gap: 8px;
    padding: 14px 16px;
    border-top: 1px solid ${color.line};
  }
  & > li:nth-child(odd) {
    border-right: 1px solid ${color.line};
  }

  @media ${media.sm} {
    grid-template-columns: 1fr;

    & > li:nth-child(odd) {
      border-right: 0;
    }
  }
`;

const Head = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  font-variant-numeric: tabular-nums;

  & > svg {
    width: 16px;
    height: 16px;
    color: ${color.textSubtle};
  }
  & > span:last-child {
    margin-left: auto;
    color: ${color.textMuted};
  }
`;

const Track = styled.span`
  height: 5px;
  border-radius: ${radius.full};
  background: ${color.active};
  overflow: hidden;

  &::before {
    content: '';
    display: block;
    width: var(--part);
    height: 100%;
    background: ${color.accent};
  }
  &[data-full]::before {
    background: ${color.warning};
  }
`;

const Note = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};

  &[data-full] {
    color: ${color.warning};
  }
`;

const ICONS = { users: UsersRound, connections: Plug, queues: Waypoints, storage: HardDrive } as const;

/** What the plan allows, and how much of it is used. */
export function Uses({ uses }: { uses: readonly Use[] }) {
  const t = useT();
  return (
    <Grid aria-label={t('billing.use.limit')}>
      {uses.map(({ id, used, most }) => {
        const Icon = ICONS[id];
        const unit = id === 'storage' ? ' GB' : '';
        const isFull = most !== null && used >= most;
        const part = most === null ? 0 : Math.min(1, most === 0 ? 1 : used / most);
        const words =
          most === null
            ? t('billing.use.free', { used: `${used}${unit}` })
            : t('billing.use.of', { used: `${used}`, most: `${most}${unit}` });
        return (
          <li key={id}>
            <Head>
              <Icon aria-hidden />
              <span>{t(`billing.use.${id}`)}</span>
              <span>{words}</span>
            </Head>
            {most !== null && (
              <>
                <Track aria-hidden data-full={isFull || undefined} style={cssVars({ '--part': `${part * 100}%` })} />
                {id !== 'storage' && (
                  <Note data-full={isFull || undefined}>
                    {isFull ? t('billing.use.full') : t('billing.use.left', { count: most - used })}
                  </Note>
                )}
              </>
            )}
          </li>
        );
      })}
    </Grid>
  );
}
