import { Paperclip, PenLine, SendHorizontal, VenetianMask } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Message, QuotedMessage, Ticket } from '../../../api/types';
import { useT } from '../../../i18n';
import { useUser } from '../../../state/session';
import { setSigned, useIsSigned } from '../../../state/signature';
import { IconButton } from '../../../ui/IconButton';
import { useAutoGrow } from '../hooks/useAutoGrow';
import { useDraftText } from '../hooks/useDraftText';
import type { PickedFile } from '../hooks/useFileDrop';
import { isSendKey, MAX_TEXT, toPieces, type Piece } from '../model/composer';
import { toQuoted } from '../model/outgoing';
import { Area, Card, Root, SendButton, Spring, Toggle, ToggleText, Tools } from './Composer.styles';
import { QuotePreview } from './QuotePreview';

const AttachmentTray = lazy(() => import('./AttachmentTray'));

interface ComposerProps {
  ticket: Ticket;
  quoted: Message | null;
  files: readonly PickedFile[];
  onQuoteClear: () => void;
  onFilesAdd: (files: readonly File[]) => void;
  onFilesTake: (files: readonly PickedFile[]) => void;
  onSend: (pieces: readonly Piece[], quoted: QuotedMessage | null) => void;
}

/** S036 S139: what is written, whispered, signed and attached. */
export function Composer({ ticket, quoted, files, onQuoteClear, onFilesAdd, onFilesTake, onSend }: ComposerProps) {
  const t = useT();
  const user = useUser();
  const isSigned = useIsSigned();
  const [text, setText] = useDraftText(ticket.id);
  const [isWhisper, setIsWhisper] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hasFiles = files.length > 0;
  const area = useAutoGrow(text, !hasFiles);
  const pieces = toPieces({ text, files }, ticket, { userName: user.name, isSigned, isWhisper });

  // Synchronises with the keyboard: a conversation that opens, or an answer that begins, is ready to be typed into.
  useEffect(() => {
    if (window.matchMedia?.('(hover: hover)').matches || quoted) area.current?.focus();
  }, [area, quoted]);

  const addFiles = (added: readonly File[]) => {
    setIsWhisper(false);
    onFilesAdd(added);
  };
  const handleSend = () => {
    // A text that was begun before the files stays for the next message.
    if (hasFiles) onFilesTake([]);
    else setText('');
    onQuoteClear();
    if (pieces.length > 0) onSend(pieces, quoted && !isWhisper ? toQuoted(quoted) : null);
    area.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && quoted) onQuoteClear();
    const { key, shiftKey, nativeEvent } = event;
    if (!isSendKey({ key, shiftKey, isComposing: nativeEvent.isComposing })) return;
    event.preventDefault();
    // S067: also what may not be sent is cleared.
    if (text.trim() !== '') handleSend();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    addFiles(pasted);
  };

  return (
    <Root>
      <Card data-whisper={isWhisper || undefined}>
        {quoted && <QuotePreview message={quoted} onClose={onQuoteClear} />}
        {hasFiles && (
          <Suspense fallback={null}>
            <AttachmentTray files={files} onChange={onFilesTake} onSend={handleSend} />
          </Suspense>
        )}
        {!hasFiles && (
          <Area
            ref={area}
            rows={1}
            maxLength={MAX_TEXT}
            value={text}
            aria-label={isWhisper ? t('tickets.writeWhisper') : t('tickets.write')}
            placeholder={isWhisper ? t('tickets.writeWhisper') : t('tickets.write')}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
          />
        )}
        <Tools>
          <IconButton label={t('tickets.attach')} onClick={() => picker.current?.click()}>
            <Paperclip />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              addFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Toggle
            type="button"
            aria-pressed={isSigned}
            title={t('tickets.signHint')}
            onClick={() => setSigned(!isSigned)}
          >
            <PenLine aria-hidden />
            <ToggleText>{t('tickets.sign')}</ToggleText>
          </Toggle>
          <Toggle
            type="button"
            data-tone="whisper"
            aria-pressed={isWhisper}
            title={t('tickets.whisperHint')}
            disabled={hasFiles}
            onClick={() => setIsWhisper(!isWhisper)}
          >
            <VenetianMask aria-hidden />
            <ToggleText>{t('tickets.whisper')}</ToggleText>
          </Toggle>
          <Spring />
          <SendButton type="button" aria-label={t('tickets.send')} disabled={pieces.length === 0} onClick={handleSend}>
            <SendHorizontal aria-hidden />
          </SendButton>
        </Tools>
      </Card>
    </Root>
  );
}
