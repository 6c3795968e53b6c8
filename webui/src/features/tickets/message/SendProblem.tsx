import type { Message } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import type { ProblemKind } from './ticks';
import { Below, TextButton } from './Bubble.styles';
import { useConversationActions } from './conversationActions';

/** Under an own message that did not leave, or of which nobody knows whether it did. */
export default function SendProblem({ message, problem }: { message: Message; problem: ProblemKind }) {
  const t = useT();
  const { retryStored, resolve } = useConversationActions();
  if (problem === 'doubtful') {
    const choose = t('bars.doubt.choose');
    return (
      <Below data-tone="doubt">
        <span>{t('bars.doubt.title')}</span>
        <Menu
          label={choose}
          trigger={<TextButton type="button">{choose}</TextButton>}
          items={[
            { id: 'sent', label: t('bars.doubt.sent'), onSelect: () => resolve(message, 'sent') },
            { id: 'again', label: t('bars.doubt.again'), onSelect: () => resolve(message, 'again') },
            { id: 'drop', label: t('bars.doubt.drop'), onSelect: () => resolve(message, 'drop'), isDanger: true },
          ]}
        />
      </Below>
    );
  }
  return (
    <Below>
      {problem !== 'unedited' && <span>{t(`tickets.problem.${problem}`)}</span>}
      {message.error && <span>{errorText(message.error)}</span>}
      {problem === 'failed' && (
        <TextButton type="button" onClick={() => retryStored(message)}>
          {t('common.retry')}
        </TextButton>
      )}
    </Below>
  );
}
