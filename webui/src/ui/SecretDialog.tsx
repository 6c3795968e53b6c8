import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';
import { Button } from './Button';
import { CopyButton, Mono } from './Code';
import { Dialog } from './Dialog';

const Secret = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 8px 12px;
  border-radius: ${radius.md};
  background: ${color.successSoft};
  color: ${color.success};

  & > code {
    flex: 1;
    min-width: 0;
  }
`;

const Text = styled.p`
  margin-bottom: 10px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

interface SecretDialogProps {
  title: string;
  text: string;
  secret: string;
  words: { copy: string; copied: string; kept: string };
  onClose: () => void;
}

/** A secret, the only time that it is seen. */
export function SecretDialog({ title, text, secret, words, onClose }: SecretDialogProps) {
  return (
    <Dialog isOpen size="sm" title={title} onClose={onClose} footer={<Button onClick={onClose}>{words.kept}</Button>}>
      <Text>{text}</Text>
      <Secret role="status">
        <Mono>{secret}</Mono>
        <CopyButton label={words.copy} copiedLabel={words.copied} text={secret} />
      </Secret>
    </Dialog>
  );
}
