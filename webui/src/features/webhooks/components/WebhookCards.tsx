import Ellipsis from 'lucide-react/icons/ellipsis';
import WebhookIcon from 'lucide-react/icons/webhook';
import type { WebhookShown } from '@/api/types';
import { useT } from '@/i18n';
import { CardAbout, CardGrid, CardMore, CardNames, CardPicture, ChoiceCard } from '@/ui/ChoiceCards';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { Pill } from '@/ui/Pill';

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
    <CardGrid aria-label={t('webhooks.title')}>
      {webhooks.map((webhook) => (
        <ChoiceCard key={webhook.id} data-chosen={webhook.id === chosenId || undefined}>
          <header>
            <CardPicture>
              <WebhookIcon />
            </CardPicture>
            <CardNames>
              <button
                type="button"
                data-chooses
                aria-pressed={webhook.id === chosenId}
                onClick={() => onChoose(webhook.id)}
              >
                {webhook.name}
              </button>
              <small title={webhook.url}>{webhook.url.replace(/^https?:\/\//, '')}</small>
            </CardNames>
            <CardMore>
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
            </CardMore>
          </header>
          <CardAbout title={webhook.events.join(', ')}>{webhook.events.join(', ')}</CardAbout>
          <footer>
            <Standing webhook={webhook} />
            <span>{t('webhooks.today', { count: webhook.day.delivered })}</span>
          </footer>
        </ChoiceCard>
      ))}
    </CardGrid>
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
