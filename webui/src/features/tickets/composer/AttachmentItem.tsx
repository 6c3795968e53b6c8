import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import styled from 'styled-components';
import { useT } from '@/i18n';
import type { PickedFile } from '@/state/composing';
import { useLocale } from '@/state/locale';
import { color, font, radius } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Input } from '@/ui/Input';
import { isSendKey, MAX_CAPTION } from './pieces';
import { formatBytes } from '@/features/tickets/format';
import { LocalPicture } from '@/features/tickets/message/LocalPicture';

const Root = styled.li`
  display: grid;
  grid-template-columns: 52px minmax(0, 1fr) auto;
  gap: 10px;
  align-items: center;
`;

const Picture = styled.span`
  display: grid;
  place-items: center;
  width: 52px;
  height: 52px;
  overflow: hidden;
  border-radius: ${radius.md};
  background: ${color.active};
  color: ${color.textMuted};

  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

const Name = styled.p`
  overflow: hidden;
  margin-bottom: 4px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

interface AttachmentItemProps {
  picked: PickedFile;
  onCaption: (caption: string) => void;
  onRemove: () => void;
  onSend: () => void;
}

export function AttachmentItem({ picked, onCaption, onRemove, onSend }: AttachmentItemProps) {
  const t = useT();
  const locale = useLocale();
  const { file, caption } = picked;
  const isPicture = file.type.startsWith('image/');
  return (
    <Root>
      <Picture>{isPicture ? <LocalPicture file={file} alt="" /> : <FileText size={20} aria-hidden />}</Picture>
      <div>
        <Name>
          {file.name} · {formatBytes(file.size, locale)}
        </Name>
        <Input
          value={caption}
          maxLength={MAX_CAPTION}
          aria-label={t('compose.captionOf', { name: file.name })}
          placeholder={t('compose.caption')}
          onChange={(event) => onCaption(event.target.value)}
          onKeyDown={(event) => {
            const { key, shiftKey, nativeEvent } = event;
            if (isSendKey({ key, shiftKey, isComposing: nativeEvent.isComposing })) onSend();
          }}
        />
      </div>
      <IconButton size="sm" label={t('compose.removeFile', { name: file.name })} onClick={onRemove}>
        <X />
      </IconButton>
    </Root>
  );
}
