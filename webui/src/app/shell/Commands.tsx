import { Suspense, useEffect, useState } from 'react';
import { lazyLayer } from '@/ui/lazyLayer';
import { isTyping } from '@/lib/shortcuts';

const CommandBar = lazyLayer(() => import('./CommandBar'), 'commands');
const ShortcutSheet = lazyLayer(() => import('./ShortcutSheet'), 'commands');

type Command = 'bar' | 'sheet';

/** Listens for the keys that work on every page; what they open arrives with the first press. */
export function Commands() {
  const [open, setOpen] = useState<Command | null>(null);
  // Synchronises with the keyboard.
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const hasCommand = event.ctrlKey || event.metaKey;
      if (hasCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen('bar');
      } else if (event.key === '?' && !hasCommand && !isTyping(event.target)) {
        event.preventDefault();
        setOpen('sheet');
      }
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  const close = () => setOpen(null);
  return (
    <Suspense fallback={null}>
      {open === 'bar' && <CommandBar onClose={close} />}
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
    </Suspense>
  );
}
