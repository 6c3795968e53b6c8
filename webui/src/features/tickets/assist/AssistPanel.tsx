import Check from 'lucide-react/icons/check';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Sparkles from 'lucide-react/icons/sparkles';
import Square from 'lucide-react/icons/square';
import VenetianMask from 'lucide-react/icons/venetian-mask';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { IconButton } from '@/ui/IconButton';
import { Skeleton } from '@/ui/Skeleton';
import { Actions, Draft, Head, Key, Note, Root, Tag } from './AssistPanel.styles';
import type { Style } from './ask';
import type { Help } from './useHelp';

interface AssistPanelProps {
  help: Help;
  onStop: () => void;
  /** Takes the text over into the composer. */
  onUse: () => void;
  onAgain: () => void;
  onStyle: (style: Style) => void;
  onClose: () => void;
}

/** What a model answers, as plain text that somebody reads before anything is done with it. */
export function AssistPanel({ help, onStop, onUse, onAgain, onStyle, onClose }: AssistPanelProps) {
  const t = useT();
  const { wish, phase, text } = help;
  const isSummary = wish.kind === 'summary';
  const isMaking = phase === 'making';
  const root = useRef<HTMLElement>(null);
  // Synchronises with the keyboard: the next key belongs to what was asked for.
  useEffect(() => root.current?.focus(), [wish]);
  const title = t(isSummary ? 'assist.summaryTitle' : wish.kind === 'rewrite' ? 'assist.rewriteTitle' : 'assist.title');

  return (
    <Root ref={root} tabIndex={-1} aria-label={title} aria-busy={isMaking}>
      <Head>
        <Sparkles aria-hidden />
        <strong>{title}</strong>
        <Tag>{t(isSummary ? 'assist.teamOnly' : 'assist.notSent')}</Tag>
        <span role="status">{isMaking && t('assist.making')}</span>
        <IconButton label={t('assist.close')} onClick={onClose}>
          <X />
        </IconButton>
      </Head>
      {isMaking && text === '' ? (
        <Draft aria-hidden>
          {['92%', '78%', '40%'].map((width) => (
            <Skeleton key={width} width={width} height={12} />
          ))}
        </Draft>
      ) : (
        text !== '' && <Draft>{text}</Draft>
      )}
      {phase === 'failed' && <Failure>{errorText(help.error)}</Failure>}
      {phase === 'done' && (
        <Note>
          {help.isCut && `${t('assist.cut')} `}
          {help.sources.length > 0 && `${t('assist.sources', { titles: help.sources.join(', ') })} `}
          {help.read > 0 && `${t('assist.basis', { count: help.read })} `}
          {t('assist.check')}
        </Note>
      )}
      <Actions>
        {isMaking && (
          <Button variant="secondary" size="sm" icon={<Square />} onClick={onStop}>
            {t('assist.stop')}
          </Button>
        )}
        {phase === 'done' &&
          (isSummary ? (
            <Button size="sm" icon={<VenetianMask />} onClick={onUse}>
              {t('assist.whisper')}
            </Button>
          ) : (
            <>
              <Button size="sm" icon={<Check />} onClick={onUse}>
                {t('assist.use')} <Key>Ctrl ↵</Key>
              </Button>
              {(['shorter', 'formal'] as const).map((style) => (
                <Button key={style} variant="secondary" size="sm" onClick={() => onStyle(style)}>
                  {t(`assist.more.${style}`)}
                </Button>
              ))}
            </>
          ))}
        {!isMaking && (
          <Button variant="secondary" size="sm" icon={<RotateCw />} onClick={onAgain}>
            {t('assist.again')}
          </Button>
        )}
        <Button variant="ghost" size="sm" data-end onClick={onClose}>
          {t('assist.discard')} <Key>Esc</Key>
        </Button>
      </Actions>
    </Root>
  );
}
