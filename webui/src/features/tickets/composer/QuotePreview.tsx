import X from 'lucide-react/icons/x';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { toQuoted } from './outgoing';
import { Quote } from '@/features/tickets/message/Quote';

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  padding: 8px 6px 0 8px;

  & > :first-child {
    flex: 1;
    min-width: 0;
    margin: 0;
  }
`;

interface QuotePreviewProps {
  message: Message;
  onClose: () => void;
}

export function QuotePreview({ message, onClose }: QuotePreviewProps) {
  const t = useT();
  return (
    <Root>
      <Quote quoted={toQuoted(message)} />
      <IconButton size="sm" label={t('tickets.quoteClear')} onClick={onClose}>
        <X />
      </IconButton>
    </Root>
  );
}
