import Bot from 'lucide-react/icons/bot';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CodeXml from 'lucide-react/icons/code-xml';
import Megaphone from 'lucide-react/icons/megaphone';
import Plug from 'lucide-react/icons/plug';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';

const MARKS = {
  bot: { Icon: Bot, label: 'tickets.by.bot' },
  schedule: { Icon: CalendarClock, label: 'tickets.by.schedule' },
  campaign: { Icon: Megaphone, label: 'tickets.by.campaign' },
  api: { Icon: CodeXml, label: 'tickets.by.api' },
  integration: { Icon: Plug, label: 'tickets.by.integration' },
} as const;

const isMarked = (author: Message['author']): author is keyof typeof MARKS => author in MARKS;

/** Says that nobody of the team typed a message: the bot, the clock or a program did. */
export function AuthorMark({ author }: { author: Message['author'] }) {
  const t = useT();
  if (!isMarked(author)) return null;
  const { Icon, label } = MARKS[author];
  return (
    <>
      <Icon aria-hidden />
      <span>{t(label)}</span>
    </>
  );
}
