import Smile from 'lucide-react/icons/face-slightly-smiling';
import { Suspense } from 'react';
import { lazyPart, useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';

const EmojiPicker = lazyPart(() => import('./EmojiPicker'), 'compose');

interface EmojiButtonProps {
  onPick: (emoji: string) => void;
  /** The next key belongs to the text again. */
  onDone: () => void;
}

/** S036: one emoji closes the picker, for a Space on it would put it again; with Shift it stays for the next one. */
export function EmojiButton({ onPick, onDone }: EmojiButtonProps) {
  const t = useT();
  return (
    <Popover
      label={t('tickets.emoji')}
      align="start"
      preload={EmojiPicker.preload}
      trigger={
        <IconButton label={t('tickets.emoji')}>
          <Smile />
        </IconButton>
      }
    >
      {(close) => (
        <Suspense fallback={null}>
          <EmojiPicker
            onPick={(emoji, isMoreWanted) => {
              onPick(emoji);
              if (isMoreWanted) return;
              close();
              onDone();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
