import Contact from 'lucide-react/icons/contact';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Mic from 'lucide-react/icons/mic';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Video from 'lucide-react/icons/video';
import X from 'lucide-react/icons/x';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import type { Outgoing } from '../api';
import { typeOfFile, type PhoneMessage } from '../model';
import { CardDialog } from './CardDialog';
import { PhoneQuote } from './PhoneQuote';
import { PlaceDialog } from './PlaceDialog';

const Root = styled.form`
  display: grid;
  flex: none;
  gap: 4px;
  margin: 8px;
  padding: 5px;
  border: 1px solid ${color.line};
  border-radius: 22px;
  background: ${color.surface};

  &:focus-within {
    border-color: ${color.focus};
  }
`;

const Row = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 2px;
`;

const Text = styled.textarea`
  flex: 1;
  min-width: 0;
  max-height: 110px;
  padding: 7px 4px;
  border: 0;
  background: transparent;
  font-size: ${font.md};
  line-height: 20px;
  resize: none;
  field-sizing: content;

  &:focus-visible {
    outline: none;
  }
  &::placeholder {
    color: ${color.textSubtle};
    opacity: 1;
  }
`;

const Quoted = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  padding: 4px 4px 0 10px;
  border-radius: ${radius.md};
`;

const KINDS = {
  image: { accept: 'image/*', icon: <Image /> },
  audio: { accept: 'audio/*', icon: <Mic /> },
  video: { accept: 'video/*', icon: <Video /> },
  document: { accept: '', icon: <FileText /> },
} as const;

interface PhoneComposerProps {
  quoted: PhoneMessage | null;
  onUnquote: () => void;
  isBusy: boolean;
  onWriting: (isWriting: boolean) => void;
  onSend: (message: Outgoing) => Promise<void>;
}

/** Phones tell that somebody goes on writing about so often. */
const REPEAT_MS = 3000;

export function PhoneComposer({ quoted, onUnquote, isBusy, onWriting, onSend }: PhoneComposerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<'place' | 'card' | null>(null);
  const [kind, setKind] = useState<keyof typeof KINDS>('image');
  const input = useRef<HTMLInputElement>(null);
  const saidAt = useRef(0);

  const handleChange = (next: string) => {
    setText(next);
    const isWriting = next.trim() !== '';
    const now = Date.now();
    if (isWriting ? now - saidAt.current < REPEAT_MS : saidAt.current === 0) return;
    saidAt.current = isWriting ? now : 0;
    onWriting(isWriting);
  };

  const send = (message: Outgoing, onSent: () => void = () => undefined) => {
    // A failure has already been shown; what was written stays.
    onSend(message).then(onSent, () => undefined);
  };
  const handleText = () => {
    const body = text.trim();
    if (body !== '' && !isBusy) send({ type: 'text', body }, () => handleChange(''));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleText();
  };
  const handleFile = (file: File | undefined) => {
    if (!file) return;
    const type = kind === 'document' ? 'document' : typeOfFile(file.type);
    send({ type, body: text.trim(), file }, () => setText(''));
  };

  const files = (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((each): MenuEntry => ({
    id: each,
    icon: KINDS[each].icon,
    label: t(`simulator.kind.${each}`),
    onSelect: () => {
      setKind(each);
      if (!input.current) return;
      input.current.accept = KINDS[each].accept;
      input.current.click();
    },
  }));
  const items: MenuEntry[] = [
    ...files,
    { id: 'place', icon: <MapPin />, label: t('simulator.kind.location'), onSelect: () => setDialog('place') },
    { id: 'card', icon: <Contact />, label: t('simulator.kind.contacts'), onSelect: () => setDialog('card') },
  ];

  return (
    <>
      <Root
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          handleText();
        }}
      >
        {quoted && (
          <Quoted>
            <PhoneQuote message={quoted} />
            <IconButton size="sm" label={t('simulator.unquote')} onClick={onUnquote}>
              <X />
            </IconButton>
          </Quoted>
        )}
        <Row>
          <Menu
            label={t('simulator.attach')}
            align="start"
            side="top"
            items={items}
            trigger={
              <IconButton label={t('simulator.attach')}>
                <Paperclip />
              </IconButton>
            }
          />
          <Text
            rows={1}
            aria-label={t('simulator.message')}
            placeholder={t('simulator.message')}
            value={text}
            onChange={(event) => handleChange(event.target.value)}
            onKeyDown={handleKeyDown}
          />
          <IconButton
            type="submit"
            variant="primary"
            label={t('simulator.send')}
            disabled={isBusy || text.trim() === ''}
          >
            <SendHorizontal />
          </IconButton>
        </Row>
        <input
          ref={input}
          type="file"
          hidden
          onChange={(event) => {
            handleFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Root>
      {dialog === 'place' && (
        <PlaceDialog onClose={() => setDialog(null)} onSend={(location) => send({ type: 'location', location })} />
      )}
      {dialog === 'card' && (
        <CardDialog onClose={() => setDialog(null)} onSend={(card) => send({ type: 'contacts', contacts: [card] })} />
      )}
    </>
  );
}
