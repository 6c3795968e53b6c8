import styled from 'styled-components';
import { plainText } from '@/lib/messageText';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import type { PhoneMessage } from '../model';

const Root = styled.blockquote`
  margin: 2px -4px 4px;
  padding: 4px 8px;
  overflow: hidden;
  border-left: 3px solid ${color.accent};
  border-radius: ${radius.sm};
  background: color-mix(in srgb, ${color.text} 6%, transparent);
  color: ${color.textMuted};
  font-size: ${font.sm};
  white-space: nowrap;
  text-overflow: ellipsis;
`;

interface PhoneQuoteProps {
  message: PhoneMessage;
}

/** The message that is answered, in one line. */
export function PhoneQuote({ message }: PhoneQuoteProps) {
  const t = useT();
  const isText = message.type === 'text' && !message.deleted;
  return (
    <Root>{isText ? plainText(message.body) : t(`simulator.kind.${message.deleted ? 'deleted' : message.type}`)}</Root>
  );
}
