import Maximize2 from 'lucide-react/icons/maximize-2';
import X from 'lucide-react/icons/x';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { lazyPart, useT } from '@/i18n';
import { useEscape } from '@/lib/useEscape';
import { IconButton } from '@/ui/IconButton';
import { PageSpinner } from '@/ui/PageSpinner';
import { Panel, PanelBody, PanelHead } from './Board.styles';

const Conversation = lazyPart(
  async () => ({ default: (await import('@/features/tickets/conversation/Conversation')).Conversation }),
  'tickets',
);

interface TicketPanelProps {
  uuid: string;
  onClose: () => void;
}

/** The conversation of a card beside the board; Escape closes it where nothing else takes the key. */
export function TicketPanel({ uuid, onClose }: TicketPanelProps) {
  const t = useT();
  const navigate = useNavigate();
  useEscape(onClose);
  return (
    <Panel aria-label={t('board.title')}>
      <PanelHead>
        <span />
        <IconButton label={t('board.openWhole')} size="sm" onClick={() => void navigate(paths.ticket(uuid))}>
          <Maximize2 />
        </IconButton>
        <IconButton label={t('board.closePanel')} size="sm" onClick={onClose}>
          <X />
        </IconButton>
      </PanelHead>
      <PanelBody>
        <Suspense fallback={<PageSpinner />}>
          <Conversation key={uuid} uuid={uuid} />
        </Suspense>
      </PanelBody>
    </Panel>
  );
}
