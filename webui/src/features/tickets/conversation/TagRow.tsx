import { useQuery } from '@tanstack/react-query';
import TagsIcon from 'lucide-react/icons/tags';
import { Suspense } from 'react';
import styled from 'styled-components';
import { connectionsOptions } from '@/api/connections';
import type { Ticket } from '@/api/types';
import { lazyPart, useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';
import { Spinner } from '@/ui/Spinner';
import { Tag } from '@/ui/Tag';
import { MarkSlot } from './MarkSlot';

const TagEditor = lazyPart(() => import('./TagEditor'), 'tags');

const Root = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 6px;
  height: 38px;
  padding: 0 18px;
  overflow: hidden;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};

  @container (max-width: 719.98px) {
    padding: 0 14px;
  }
`;

const Tags = styled.div`
  display: flex;
  gap: 6px;
  min-width: 0;
  overflow: hidden;
`;

const Spring = styled.span`
  flex: 1;
`;

const Number = styled.span`
  flex: none;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  @container (max-width: 719.98px) {
    display: none;
  }
`;

/** Queue and tags of the ticket, and the number over which it runs. */
export function TagRow({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const { queue, tags, whatsapp } = ticket;
  const { data: connections } = useQuery(connectionsOptions);
  const number = whatsapp?.number ?? connections?.find((each) => each.id === whatsapp?.id)?.number;
  return (
    <Root>
      <Tags>
        <Tag dot={queue?.color}>{queue?.name ?? t('tickets.noQueue')}</Tag>
        <MarkSlot ticket={ticket} />
        {tags.map((tag) => (
          <Tag key={tag.id} tint={tag.color}>
            {tag.name}
          </Tag>
        ))}
      </Tags>
      <Popover
        label={t('tickets.editTags')}
        width={260}
        align="start"
        preload={TagEditor.preload}
        trigger={
          <IconButton size="sm" label={t('tickets.editTags')}>
            <TagsIcon />
          </IconButton>
        }
      >
        {() => (
          <Suspense fallback={<Spinner />}>
            <TagEditor ticket={ticket} />
          </Suspense>
        )}
      </Popover>
      <Spring />
      {whatsapp && <Number>{number ? `${whatsapp.name} · ${formatPhone(number)}` : whatsapp.name}</Number>}
    </Root>
  );
}
