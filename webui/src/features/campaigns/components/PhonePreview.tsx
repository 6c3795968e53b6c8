import Paperclip from 'lucide-react/icons/paperclip';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { MessageText } from '@/ui/MessageText';

const Root = styled.figure`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  min-height: 260px;
  margin: 0;
  overflow: hidden;
  border: 6px solid ${color.lineStrong};
  border-radius: 26px;
  background: ${color.canvas};

  & > figcaption {
    padding: 8px 14px;
    border-bottom: 1px solid ${color.line};
    background: ${color.surface};
    font-size: ${font.sm};
    font-weight: ${font.semibold};
  }
`;

const Talk = styled.div`
  display: grid;
  align-content: start;
  gap: 8px;
  padding: 12px;
`;

const Bubble = styled.p`
  max-width: 100%;
  padding: 8px 10px;
  border: 1px solid ${color.bubbleInLine};
  border-radius: ${radius.lg};
  background: ${color.bubbleIn};
  font-size: ${font.base};
  overflow-wrap: anywhere;
  white-space: pre-wrap;

  & > svg {
    width: 14px;
    height: 14px;
    margin-right: 6px;
    vertical-align: -2px;
  }
`;

const Note = styled.p`
  color: ${color.textMuted};
  font-size: ${font.xs};
  text-align: center;
`;

interface PhonePreviewProps {
  from: string;
  files: readonly string[];
  text: string;
  /** What is read instead by who has not written for a day; null where there is no template. */
  template: string | null;
}

/** The message as it is read on a phone. */
export function PhonePreview({ from, files, text, template }: PhonePreviewProps) {
  const t = useT();
  return (
    <Root aria-label={t('campaigns.preview')}>
      <figcaption>{from}</figcaption>
      <Talk>
        {files.map((file) => (
          <Bubble key={file}>
            <Paperclip aria-hidden />
            {file}
          </Bubble>
        ))}
        {text.trim() !== '' && (
          <Bubble>
            <MessageText text={text} />
          </Bubble>
        )}
        {text.trim() === '' && template === null && <Bubble as="em">{t('campaigns.noText')}</Bubble>}
        {template !== null && (
          <>
            <Note>{t('campaigns.previewTemplate')}</Note>
            <Bubble>
              <MessageText text={template} />
            </Bubble>
          </>
        )}
      </Talk>
    </Root>
  );
}
