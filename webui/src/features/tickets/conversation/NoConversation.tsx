import MessagesSquare from 'lucide-react/icons/messages-square';
import { useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';

export function NoConversation() {
  const t = useT();
  return (
    <EmptyState icon={<MessagesSquare />} title={t('tickets.noneChosen.title')} text={t('tickets.noneChosen.text')} />
  );
}
