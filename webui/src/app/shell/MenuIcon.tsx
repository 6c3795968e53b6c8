import Activity from 'lucide-react/icons/activity';
import Blocks from 'lucide-react/icons/blocks';
import BookUser from 'lucide-react/icons/book-user';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Send from 'lucide-react/icons/send';
import ContactRound from 'lucide-react/icons/contact-round';
import Code from 'lucide-react/icons/code-xml';
import Files from 'lucide-react/icons/files';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import SquareKanban from 'lucide-react/icons/square-kanban';
import ListChecks from 'lucide-react/icons/list-checks';
import ListTodo from 'lucide-react/icons/list-todo';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Plug from 'lucide-react/icons/plug';
import ReceiptText from 'lucide-react/icons/receipt-text';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import Sparkles from 'lucide-react/icons/sparkles';
import Tags from 'lucide-react/icons/tags';
import UsersRound from 'lucide-react/icons/users-round';
import Waypoints from 'lucide-react/icons/waypoints';
import Webhook from 'lucide-react/icons/webhook';
import Zap from 'lucide-react/icons/zap';

const ICONS = {
  dashboard: LayoutDashboard,
  tickets: MessagesSquare,
  board: SquareKanban,
  quickMessages: Zap,
  todo: ListTodo,
  contacts: BookUser,
  tags: Tags,
  users: UsersRound,
  schedules: CalendarClock,
  chats: MessageCircleMore,
  closingReasons: CircleCheck,
  queueIntegrations: Blocks,
  prompts: Sparkles,
  connections: Plug,
  campaigns: Send,
  contactLists: ContactRound,
  files: Files,
  messagesApi: Code,
  webhooks: Webhook,
  queues: Waypoints,
  settings: Settings,
  helps: CircleQuestionMark,
  announcements: Megaphone,
  audit: ScrollText,
  billing: ReceiptText,
  operators: Activity,
  firstHour: ListChecks,
} as const;

export type MenuIconName = keyof typeof ICONS;

/** The picture of a menu item. The menu is whole without it, so it comes after the page. */
export default function MenuIcon({ name }: { name: MenuIconName }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden />;
}
