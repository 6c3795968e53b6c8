import Mic from 'lucide-react/icons/mic';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { Suspense, useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Message, QuickMessage, QuotedMessage, Ticket } from '@/api/types';
import { lazyExtra, lazyPart, useT } from '@/i18n';
import { insertAt } from '@/lib/insertAt';
import { useComposing, type PickedFile } from '@/state/composing';
import { isClosed, leftOf } from '@/lib/sendWindow';
import { useNow } from '@/lib/useNow';
import { useShortcut } from '@/lib/useShortcut';
import { useUser } from '@/state/session';
import { useIsSigned } from '@/state/signature';
import { IconButton } from '@/ui/IconButton';
import { hasKeyboard } from './focusText';
import { useAutoGrow } from './useAutoGrow';
import { useDraftText } from './useDraftText';
import { useTyping } from './useTyping';
import { useQuickReply } from './useQuickReply';
import { useWhisper } from './useWhisper';
import { isSendKey, MAX_TEXT, pastedFiles, toPieces, voicePieces, type Piece } from './pieces';
import { toQuoted } from './outgoing';
import { quickQuery } from './quickReplies';
import { Area, Card, Fetching, Root, SendButton, Spring, ThingPlace, Tools } from './Composer.styles';
import { EmojiButton } from './EmojiButton';
import type { QuickListHandle } from './QuickList';
import { QuotePreview } from './QuotePreview';
import { StyleToggles } from './StyleToggles';
import { WhisperBand } from './WhisperBand';

const WindowBar = lazyPart(() => import('./WindowBar'), 'templates');
const AttachmentTray = lazyPart(() => import('./AttachmentTray'), 'compose');
const QuickList = lazyPart(() => import('./QuickList'), 'compose');
const AssistButton = lazyExtra(() => import('@/features/tickets/assist/AssistButton'), 'assist');
const ThingButton = lazyExtra(() => import('./ThingButton'), 'compose');
const RecordingBar = lazyPart(() => import('./RecordingBar'), 'recorder');

/** The window of 24 hours is counted to the minute. */
const WINDOW_TICK_MS = 15_000;

interface ComposerProps {
  ticket: Ticket;
  quoted: Message | null;
  files: readonly PickedFile[];
  onQuoteClear: () => void;
  onFilesAdd: (files: readonly File[], caption?: string) => void;
  onFilesTake: (files: readonly PickedFile[]) => void;
  onSend: (pieces: readonly Piece[], quoted: QuotedMessage | null) => void;
}

/** S036 S139: what is written, whispered, signed and attached. */
export function Composer({ ticket, quoted, files, onQuoteClear, onFilesAdd, onFilesTake, onSend }: ComposerProps) {
  const t = useT();
  const user = useUser();
  // one row of a narrow screen has no room for the hint
  const isNarrow = window.matchMedia?.('(max-width: 599.98px)').matches;
  const isSigned = useIsSigned();
  const [text, setText, currentText] = useDraftText(ticket.id);
  const [isWhisper, setIsWhisper] = useWhisper(ticket.id);
  const bandId = useId();
  const [assistPlace, setAssistPlace] = useState<HTMLElement | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const quickList = useRef<QuickListHandle>(null);
  const quickListId = useId();
  const [activeReply, setActiveReply] = useState<string | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [dismissed, setDismissed] = useState('');
  const noteTyping = useTyping(ticket.id, isWhisper);
  const isFetching = useComposing(ticket.id).fetching > 0;
  const hasFiles = files.length > 0;
  const now = useNow(ticket.window ? WINDOW_TICK_MS : null);
  const isShut = isClosed(ticket.window, now);
  /** For which text Enter was pressed before the list of quick messages was there. */
  const [entered, setEntered] = useState<string | null>(null);
  /** Where the text is being typed; null while that is its end. */
  const [caret, setCaret] = useState<number | null>(null);
  const quick = hasFiles || text === dismissed ? null : quickQuery(text, caret ?? text.length);
  const query = quick?.query ?? null;
  // Files are for the customer; a whisper that was begun waits until they have left.
  const isWhispered = isWhisper && !hasFiles;
  const area = useAutoGrow(text, !hasFiles);
  // Only approved texts reach the customer; the team still reads whispers.
  const isBarred = isShut && !isWhispered;
  const all = toPieces({ text, files }, ticket, { userName: user.name, isSigned, isWhisper: isWhispered });
  const pieces = isBarred ? [] : all;

  const focusText = () => card.current?.querySelector<HTMLElement>('textarea, li input')?.focus();

  useShortcut('write', focusText);
  // Synchronises with the keyboard: a conversation that opens, an answer that begins, and a text that comes back when
  // files or a recording have left its place, are ready to be typed into.
  useEffect(() => {
    if (hasKeyboard() || quoted) area.current?.focus();
  }, [area, quoted, hasFiles, isRecording]);

  const putReply = useQuickReply(ticket.id, setText, currentText);
  const put = (start: number, end: number, words: string) => {
    const [next, cursor] = insertAt(text, start, end, words);
    setText(next);
    setCaret(cursor);
    // The cursor can be placed when the new text is there.
    requestAnimationFrame(() => area.current?.setSelectionRange(cursor, cursor));
  };
  const handleReply = (record: QuickMessage) => {
    if (quick) putReply(record, (words) => put(quick.start, quick.end, words));
    area.current?.focus();
  };
  const putEmoji = (emoji: string) => {
    const field = area.current;
    if (field) put(field.selectionStart, field.selectionEnd, emoji);
  };
  const handleHelped = (words: string, asWhisper: boolean) => {
    setText(words);
    if (asWhisper) setIsWhisper(true);
    area.current?.focus();
  };
  const handleSend = () => {
    // What was written stays: it can leave when the customer has answered.
    if (isBarred) return;
    // A text that was begun before the files stays for the next message, and a whisper stays one.
    if (hasFiles) onFilesTake([]);
    else setText('');
    noteTyping(false);
    if (isWhispered) setIsWhisper(false);
    else onQuoteClear();
    if (pieces.length > 0) onSend(pieces, quoted && !isWhispered ? toQuoted(quoted) : null);
    area.current?.focus();
  };
  const handleRecorded = (file: File) => {
    onQuoteClear();
    onSend(voicePieces(file, ticket), quoted ? toQuoted(quoted) : null);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (query !== null && quickList.current?.handleKey(event)) return;
    if (query !== null && !quickList.current && event.key === 'Enter' && !event.shiftKey) {
      // The list is still on its way: a code is not what the customer is to read.
      event.preventDefault();
      setEntered(text);
      return;
    }
    if (event.key === 'Escape' && quoted) {
      // taken: the conversation stays open
      event.preventDefault();
      onQuoteClear();
    }
    const { key, shiftKey, nativeEvent } = event;
    if (!isSendKey({ key, shiftKey, isComposing: nativeEvent.isComposing })) return;
    event.preventDefault();
    // S067: also what may not be sent is cleared.
    if (text.trim() !== '') handleSend();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = pastedFiles(event.clipboardData);
    if (pasted.length === 0) return;
    event.preventDefault();
    onFilesAdd(pasted);
  };

  return (
    <Root>
      {query !== null && (
        <Suspense fallback={null}>
          <QuickList
            ref={quickList}
            id={quickListId}
            ticket={ticket}
            query={query}
            isEntered={entered === text}
            onChoose={handleReply}
            onDismiss={() => setDismissed(text)}
            onActive={setActiveReply}
          />
        </Suspense>
      )}
      <Card ref={card} data-composer data-whisper={isWhispered || undefined}>
        <div ref={setAssistPlace} />
        {ticket.window && (
          <Suspense fallback={null}>
            <WindowBar ticket={ticket} left={leftOf(ticket.window, now)} onSend={(sent) => onSend(sent, null)} />
          </Suspense>
        )}
        <WhisperBand id={bandId} isWhisper={isWhisper} hasFiles={hasFiles} />
        {quoted && <QuotePreview message={quoted} onClose={onQuoteClear} />}
        {isFetching && <Fetching role="status">{t('tickets.fetchingFile')}</Fetching>}
        {hasFiles && (
          <Suspense fallback={null}>
            <AttachmentTray files={files} onChange={onFilesTake} onSend={handleSend} />
          </Suspense>
        )}
        {isRecording && (
          <Suspense fallback={null}>
            <RecordingBar onRecorded={handleRecorded} onClose={() => setIsRecording(false)} />
          </Suspense>
        )}
        {!hasFiles && !isRecording && (
          <Area
            ref={area}
            rows={1}
            maxLength={MAX_TEXT}
            value={text}
            aria-label={isWhisper ? t('tickets.writeWhisper') : t('tickets.write')}
            placeholder={t(isWhisper ? 'tickets.writeWhisper' : isNarrow ? 'tickets.write' : 'compose.write')}
            aria-describedby={bandId}
            aria-controls={activeReply === null ? undefined : quickListId}
            aria-activedescendant={activeReply ?? undefined}
            onChange={(event) => {
              setText(event.target.value);
              setCaret(event.target.selectionStart);
              setEntered(null);
              noteTyping(event.target.value.trim() !== '');
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
          />
        )}
        <Tools hidden={isRecording}>
          <IconButton label={t('tickets.attach')} onClick={() => picker.current?.click()}>
            <Paperclip />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              onFilesAdd([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          {!hasFiles && !isWhisper && !isShut && (
            <Suspense fallback={<ThingPlace />}>
              <ThingButton
                onSend={(piece) => {
                  onQuoteClear();
                  onSend([piece], quoted ? toQuoted(quoted) : null);
                }}
              />
            </Suspense>
          )}
          {!hasFiles && <EmojiButton onPick={putEmoji} onDone={focusText} />}
          {!hasFiles && (
            <Suspense fallback={null}>
              <AssistButton ticket={ticket} text={text} place={assistPlace} onUse={handleHelped} onDone={focusText} />
            </Suspense>
          )}
          <StyleToggles isWhisper={isWhisper} hasFiles={hasFiles} onWhisper={setIsWhisper} onDone={focusText} />
          <Spring />
          {text === '' && !hasFiles && !isWhisper && !isShut && (
            <IconButton label={t('tickets.record')} onClick={() => setIsRecording(true)}>
              <Mic />
            </IconButton>
          )}
          <SendButton
            type="button"
            aria-label={t(isWhispered ? 'tickets.sendWhisper' : 'tickets.send')}
            disabled={pieces.length === 0}
            onClick={handleSend}
          >
            <SendHorizontal aria-hidden />
          </SendButton>
        </Tools>
      </Card>
    </Root>
  );
}
