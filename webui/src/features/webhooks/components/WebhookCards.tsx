import Ellipsis from 'lucide-react/icons/ellipsis';
import WebhookIcon from 'lucide-react/icons/webhook';
import styled from 'styled-components';
import type { WebhookShown } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius, truncate } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { Pill } from '@/ui/Pill';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(250px, 1fr));
  gap: 12px;
  margin: 0 0 16px;
  padding: 0;
  list-style: none;
`;

const Card = styled.li`
  position: relative;
  display: grid;
  gap: 10px;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  &[data-chosen] {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  &:has(> header button:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
  & > header {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  & > footer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

const Picture = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 34px;
  height: 34px;
  border-radius: ${radius.md};
  background: ${color.active};
  color: ${color.textMuted};

  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
`;

const Names = styled.div`
  flex: 1;
  min-width: 0;

  & > button {
    ${truncate}
    display: block;
    max-width: 100%;
    font-size: ${font.md};
    font-weight: ${font.semibold};
    outline: none;
  }
  /* the whole card chooses */
  & > button::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.lg};
  }
  & > small {
    ${truncate}
    display: block;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const About = styled.p`
  ${truncate}
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** Above what chooses the card. */
const More = styled.div`
  position: relative;
  z-index: 1;
`;

export type CardAction = 'test' | 'edit' | 'secret' | 'delete';

interface WebhookCardsProps {
  webhooks: readonly WebhookShown[];
  chosenId: number | null;
  onChoose: (id: number) => void;
  onAct: (action: CardAction, id: number) => void;
}

/** Whom the company tells; the chosen one's log stands below. */
export function WebhookCards({ webhooks, chosenId, onChoose, onAct }: WebhookCardsProps) {
  const t = useT();
  return (
    <Grid aria-label={t('webhooks.title')}>
      {webhooks.map((webhook) => (
        <Card key={webhook.id} data-chosen={webhook.id === chosenId || undefined}>
          <header>
            <Picture>
              <WebhookIcon />
            </Picture>
            <Names>
              <button type="button" aria-pressed={webhook.id === chosenId} onClick={() => onChoose(webhook.id)}>
                {webhook.name}
              </button>
              <small title={webhook.url}>{webhook.url.replace(/^https?:\/\//, '')}</small>
            </Names>
            <More>
              <Menu
                label={t('webhooks.actionsOf', { name: webhook.name })}
                trigger={
                  <IconButton label={t('webhooks.actionsOf', { name: webhook.name })}>
                    <Ellipsis />
                  </IconButton>
                }
                items={[
                  { id: 'test', label: t('webhooks.test'), onSelect: () => onAct('test', webhook.id) },
                  { id: 'edit', label: t('webhooks.edit'), onSelect: () => onAct('edit', webhook.id) },
                  { id: 'secret', label: t('webhooks.secret.another'), onSelect: () => onAct('secret', webhook.id) },
                  { kind: 'separator', id: 'line' },
                  {
                    id: 'delete',
                    label: t('webhooks.delete'),
                    isDanger: true,
                    onSelect: () => onAct('delete', webhook.id),
                  },
                ]}
              />
            </More>
          </header>
          <About title={webhook.events.join(', ')}>{webhook.events.join(', ')}</About>
          <footer>
            <Standing webhook={webhook} />
            <span>{t('webhooks.today', { count: webhook.day.delivered })}</span>
          </footer>
        </Card>
      ))}
    </Grid>
  );
}

function Standing({ webhook }: { webhook: WebhookShown }) {
  const t = useT();
  if (!webhook.active) {
    return webhook.offReason === null ? (
      <Pill>{t('webhooks.off')}</Pill>
    ) : (
      <Pill tone="danger" hasDot>
        {t(`webhooks.offReason.${webhook.offReason}`)}
      </Pill>
    );
  }
  if (webhook.failingSince !== null) {
    return (
      <Pill tone="warning" hasDot>
        {t('webhooks.failing')}
      </Pill>
    );
  }
  if (webhook.day.failed > 0) {
    return (
      <Pill tone="danger" hasDot>
        {t('webhooks.failedToday', { count: webhook.day.failed })}
      </Pill>
    );
  }
  return (
    <Pill tone="success" hasDot>
      {t('webhooks.on')}
    </Pill>
  );
}
