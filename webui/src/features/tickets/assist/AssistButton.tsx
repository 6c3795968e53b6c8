import Sparkles from 'lucide-react/icons/sparkles';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { STYLES } from './ask';
import { AssistPanel } from './AssistPanel';
import { useAssist } from './useAssist';
import { useHelp } from './useHelp';

export interface AssistButtonProps {
  ticket: Ticket;
  /** What stands in the composer. */
  text: string;
  /** Where the panel is shown. */
  place: HTMLElement | null;
  /** Takes a text over into the composer; nothing is sent. */
  onUse: (text: string, isWhisper: boolean) => void;
  onDone: () => void;
}

/** A model helps to write: its menu among the composer's tools, its answer over the text. */
export default function AssistButton(props: AssistButtonProps) {
  return useAssist() ? <Assist {...props} /> : null;
}

function Assist({ ticket, text, place, onUse, onDone }: AssistButtonProps) {
  const t = useT();
  const { help, start, stop, close } = useHelp(ticket.id);
  const isSummary = help?.wish.kind === 'summary';
  const canUse = help?.phase === 'done' && help.text.trim() !== '';
  const use = () => {
    if (!help || !canUse) return;
    onUse(help.text.trim(), isSummary);
    close();
  };
  const discard = () => {
    close();
    onDone();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!help || event.isComposing) return;
    const isUse = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isUse && event.key !== 'Escape') return;
    // taken: neither is the composer's text sent nor the conversation left
    event.preventDefault();
    event.stopPropagation();
    if (!isUse) discard();
    else if (!event.repeat && !isSummary) use();
  });
  // Synchronises with the keyboard, before the composer hears it.
  useEffect(() => {
    const card = place?.parentElement;
    const handle = (event: KeyboardEvent) => press(event);
    card?.addEventListener('keydown', handle, true);
    return () => card?.removeEventListener('keydown', handle, true);
  }, [place]);

  const isEmpty = text.trim() === '';
  const items: MenuEntry[] = [
    { id: 'suggest', label: t('assist.suggest'), onSelect: () => void start({ kind: 'suggest' }) },
    { id: 'summary', label: t('assist.summary'), onSelect: () => void start({ kind: 'summary' }) },
    { kind: 'separator', id: 'line' },
    { kind: 'heading', id: 'own', label: t('assist.ownText') },
    ...STYLES.map((style) => ({
      id: style,
      label: t(`assist.style.${style}`),
      disabled: isEmpty,
      onSelect: () => void start({ kind: 'rewrite', text, style }),
    })),
  ];
  return (
    <>
      <Menu
        label={t('assist.menu')}
        align="start"
        side="top"
        trigger={
          <IconButton label={t('assist.menu')}>
            <Sparkles />
          </IconButton>
        }
        items={items}
      />
      {help &&
        place &&
        createPortal(
          <AssistPanel
            help={help}
            onStop={stop}
            onUse={use}
            onAgain={() => void start(help.wish)}
            onStyle={(style) => void start({ kind: 'rewrite', text: help.text.trim(), style })}
            onClose={discard}
          />,
          place,
        )}
    </>
  );
}
