import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import WebhookIcon from 'lucide-react/icons/webhook';
import { useState } from 'react';
import styled from 'styled-components';
import type { WebhookShown } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { LogPanels } from '@/ui/LogDetails';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { SecretDialog } from '@/ui/SecretDialog';
import { useDeleteWebhook, useRotateSecret, useTestWebhook, webhooksOptions } from './api';
import { DeliveryDetails } from './components/DeliveryDetails';
import { DeliveryLog } from './components/DeliveryLog';
import { WebhookCards, type CardAction } from './components/WebhookCards';
import { WebhookDialog } from './components/WebhookDialog';

const Stale = styled.p`
  margin-bottom: 10px;
  color: ${color.warning};
  font-size: ${font.base};
`;

const Note = styled.p`
  margin-bottom: 12px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Off = styled.p`
  display: flex;
  gap: 10px;
  margin-bottom: 12px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.dangerSoft};
  color: ${color.danger};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
`;

type Open = { dialog: 'form' | 'delete' | 'secret'; id: number | null } | null;
type Shown = { secret: string; isAnother: boolean } | null;

/** Addresses of the company's own systems that are told what happens, and the log of what they were told (rule B24). */
export default function WebhooksPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(webhooksOptions);
  const [open, setOpen] = useState<Open>(null);
  const [shown, setShown] = useState<Shown>(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('webhooks.new')}
    </Button>
  );
  const edited = data?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  return (
    <PageFrame
      title={t('webhooks.title')}
      note={t('webhooks.subtitle')}
      tools={data && data.length > 0 ? newButton : undefined}
      hasPanels
    >
      {!data && !error && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && error && <Stale role="status">{t('webhooks.stale')}</Stale>}
      {data?.length === 0 && (
        <EmptyState
          icon={<WebhookIcon />}
          title={t('webhooks.empty')}
          text={t('webhooks.emptyText')}
          action={newButton}
        />
      )}
      {data && data.length > 0 && <Content webhooks={data} onOpen={setOpen} />}
      {open?.dialog === 'form' && (
        <WebhookDialog
          key={open.id}
          webhook={edited}
          onClose={close}
          onMade={(secret) => setShown({ secret, isAnother: false })}
        />
      )}
      {edited && open?.dialog !== 'form' && (
        <Questions
          webhook={edited}
          asks={open?.dialog ?? null}
          onClose={close}
          onSecret={(secret) => setShown({ secret, isAnother: true })}
        />
      )}
      {shown && (
        <SecretDialog
          title={t('webhooks.secret.title')}
          text={t(shown.isAnother ? 'webhooks.secret.both' : 'webhooks.secret.text')}
          secret={shown.secret}
          words={{
            copy: t('webhooks.secret.copy'),
            copied: t('webhooks.copied'),
            kept: t('webhooks.secret.kept'),
          }}
          onClose={() => setShown(null)}
        />
      )}
    </PageFrame>
  );
}

interface ContentProps {
  webhooks: readonly WebhookShown[];
  onOpen: (open: Open) => void;
}

function Content({ webhooks, onOpen }: ContentProps) {
  const t = useT();
  const test = useTestWebhook();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [deliveryId, setDeliveryId] = useState<number | null>(null);
  const chosen = webhooks.find(({ id }) => id === chosenId) ?? webhooks[0];
  if (!chosen) return null;

  const choose = (id: number) => {
    if (id === chosen.id) return;
    setChosenId(id);
    setDeliveryId(null);
  };
  const handleAct = (action: CardAction, id: number) => {
    choose(id);
    if (action !== 'test') {
      onOpen({ dialog: action === 'edit' ? 'form' : action, id });
      return;
    }
    test.mutate(id, {
      onSuccess: (delivery) => {
        toast.success(t('webhooks.tested'));
        setDeliveryId(delivery.id);
      },
    });
  };

  return (
    <>
      <Note>{t('webhooks.promise')}</Note>
      <WebhookCards webhooks={webhooks} chosenId={chosen.id} onChoose={choose} onAct={handleAct} />
      {chosen.offReason !== null && (
        <Off role="status">
          <CircleAlert />
          {t(`webhooks.offText.${chosen.offReason}`)}
        </Off>
      )}
      <LogPanels data-open={deliveryId !== null || undefined}>
        <DeliveryLog key={chosen.id} webhook={chosen} chosenId={deliveryId} onChoose={setDeliveryId} />
        {deliveryId !== null && (
          <DeliveryDetails key={deliveryId} id={deliveryId} onClose={() => setDeliveryId(null)} />
        )}
      </LogPanels>
    </>
  );
}

interface QuestionsProps {
  webhook: WebhookShown;
  asks: 'delete' | 'secret' | null;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

function Questions({ webhook, asks, onClose, onSecret }: QuestionsProps) {
  const t = useT();
  const remove = useDeleteWebhook();
  const rotate = useRotateSecret();
  return (
    <>
      <ConfirmDialog
        isOpen={asks === 'delete'}
        title={t('webhooks.deleteTitle', { name: webhook.name })}
        text={t('webhooks.deleteText')}
        confirmLabel={t('webhooks.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(webhook.id, { onSuccess: () => toast.success(t('webhooks.deleted')), onSettled: onClose })
        }
        onClose={onClose}
      />
      <ConfirmDialog
        isOpen={asks === 'secret'}
        title={t('webhooks.secret.askTitle', { name: webhook.name })}
        text={t('webhooks.secret.askText')}
        confirmLabel={t('webhooks.secret.another')}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate(webhook.id, { onSuccess: ({ secret }) => onSecret(secret), onSettled: onClose })}
        onClose={onClose}
      />
    </>
  );
}
