import Bot from 'lucide-react/icons/bot';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import WebhookIcon from 'lucide-react/icons/webhook';
import Workflow from 'lucide-react/icons/workflow';
import { useId } from 'react';
import styled from 'styled-components';
import type { IntegrationKind, IntegrationUse, QueueIntegration } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { CardAbout, CardGrid, CardMore, CardNames, CardPicture, ChoiceCard } from '@/ui/ChoiceCards';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { standingOf, usersOf, whereOf, withUse } from '../model';

const PICTURES: Record<IntegrationKind, typeof Bot> = {
  webhook: WebhookIcon,
  n8n: Workflow,
  typebot: Bot,
  dialogflow: MessageSquareText,
};

const Try = styled.button`
  position: relative;
  z-index: 1;
  color: ${color.accentText};
  font-size: ${font.base};
  font-weight: ${font.medium};

  &:hover {
    text-decoration: underline;
  }
`;

interface IntegrationCardsProps {
  records: readonly QueueIntegration[];
  uses: readonly IntegrationUse[];
  chosenId: number | null;
  onChoose: (id: number) => void;
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
  onTry: (id: number) => void;
}

/** The integrations; the chosen one's log stands below. */
export function IntegrationCards({ records, uses, ...rest }: IntegrationCardsProps) {
  const t = useT();
  const group = useId();
  return (
    <CardGrid as="div" role="radiogroup" aria-label={t('queueIntegrations.title')}>
      {records.map((record) => (
        <IntegrationCard key={record.id} {...rest} record={record} use={withUse(record, uses)} group={group} />
      ))}
    </CardGrid>
  );
}

interface IntegrationCardProps extends Omit<IntegrationCardsProps, 'records' | 'uses'> {
  record: QueueIntegration;
  use: IntegrationUse;
  group: string;
}

function IntegrationCard({ record, use, group, chosenId, onChoose, onEdit, onDelete, onTry }: IntegrationCardProps) {
  const t = useT();
  const Picture = PICTURES[record.type];
  const isChosen = record.id === chosenId;
  const where = whereOf(record);
  const users = usersOf(use)
    .map(([kind, name]) => t(`queueIntegrations.usedBy.${kind}`, { name }))
    .join(' · ');
  return (
    <ChoiceCard as="div" role="group" aria-label={record.name} data-chosen={isChosen || undefined}>
      <header>
        <CardPicture>
          <Picture />
        </CardPicture>
        <CardNames>
          <label>
            <input
              type="radio"
              className="visually-hidden"
              data-chooses
              name={group}
              checked={isChosen}
              onChange={() => onChoose(record.id)}
            />
            {record.name}
          </label>
          <small>{t(`queueIntegrations.type.${record.type}`)}</small>
        </CardNames>
        <CardMore>
          <IconButton
            size="sm"
            label={t('queueIntegrations.editNamed', { name: record.name })}
            onClick={() => onEdit(record.id)}
          >
            <Pencil />
          </IconButton>
          <IconButton
            size="sm"
            label={t('queueIntegrations.deleteNamed', { name: record.name })}
            onClick={() => onDelete(record.id)}
          >
            <Trash2 />
          </IconButton>
        </CardMore>
      </header>
      <div>
        <CardAbout title={where}>{where}</CardAbout>
        <CardAbout title={users}>{users || t('queueIntegrations.usedByNobody')}</CardAbout>
      </div>
      <footer>
        <Standing use={use} />
        {use.calls > 0 ? (
          <span>{t('queueIntegrations.calledToday', { count: use.calls })}</span>
        ) : (
          <Try
            type="button"
            aria-label={t('queueIntegrations.trySessionNamed', { name: record.name })}
            onClick={() => onTry(record.id)}
          >
            {t('queueIntegrations.trySession')}
          </Try>
        )}
      </footer>
    </ChoiceCard>
  );
}

function Standing({ use }: { use: IntegrationUse }) {
  const t = useT();
  const standing = standingOf(use);
  if (standing === 'failing') {
    return (
      <Pill tone="danger" hasDot>
        {t('queueIntegrations.failedToday', { count: use.failed })}
      </Pill>
    );
  }
  if (standing === 'unused') return <Pill>{t('queueIntegrations.unused')}</Pill>;
  return (
    <Pill tone="success" hasDot>
      {t('queueIntegrations.active')}
    </Pill>
  );
}
