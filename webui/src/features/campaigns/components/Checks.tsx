import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import type { Check } from '../model';

const Root = styled.section`
  display: grid;
  gap: 8px;
  padding: 12px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surfaceAlt};
  font-size: ${font.base};

  & > h3 {
    font-size: ${font.base};
  }
`;

const List = styled.ul`
  display: grid;
  gap: 6px;
`;

const Item = styled.li`
  display: flex;
  gap: 8px;

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 2px;
    color: ${color.success};
  }
  &[data-level='warning'] > svg {
    color: ${color.warning};
  }
  &[data-level='error'] > svg {
    color: ${color.danger};
  }
`;

const ICONS = { ok: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** "Antes de começar": renewed with every change. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useT();
  return (
    <Root aria-label={t('campaigns.before')}>
      <h3>{t('campaigns.before')}</h3>
      <List>
        {checks.map(({ id, level, count = 0 }) => {
          const Icon = ICONS[level];
          return (
            <Item key={id} data-level={level}>
              <Icon role="img" aria-label={t(`campaigns.level.${level}`)} />
              {t(`campaigns.check.${id}`, { level, count })}
            </Item>
          );
        })}
      </List>
    </Root>
  );
}
