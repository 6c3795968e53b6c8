import { useQuery } from '@tanstack/react-query';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { Suspense, useState } from 'react';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Dialog } from '@/ui/Dialog';
import { PageSpinner } from '@/ui/PageSpinner';
import { unknownOptions } from '@/features/tickets/api';

const UnknownList = lazyPart(() => import('./UnknownList'));

const Bar = styled.button`
  display: flex;
  align-items: center;
  gap: 8px;
  margin: 8px 14px 0;
  padding: 7px 10px;
  border-radius: ${radius.md};
  background: ${color.warningSoft};
  color: ${color.warning};
  font-size: ${font.base};
  font-weight: ${font.medium};
  text-align: left;

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`;

/** Shown while there are messages of which nobody knows whether they left; opens their list. */
export default function UnknownNotice() {
  const t = useT();
  const { data } = useQuery(unknownOptions);
  const [isOpen, setIsOpen] = useState(false);
  const messages = data?.messages ?? [];
  if (messages.length === 0) return null;
  return (
    <>
      <Bar type="button" aria-haspopup="dialog" onPointerEnter={UnknownList.preload} onClick={() => setIsOpen(true)}>
        <CircleQuestionMark aria-hidden />
        {t('bars.toCheck.count', { count: messages.length })}
      </Bar>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('bars.toCheck.title')}
        description={t('bars.toCheck.text')}
        size="md"
      >
        <Suspense fallback={<PageSpinner />}>
          <UnknownList messages={messages} onLeave={() => setIsOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
