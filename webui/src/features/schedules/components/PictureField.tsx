import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { useRef, type ChangeEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { toast } from '@/ui/toast';
import { isPicture, PICTURES } from '../model';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 36px;
`;

const Name = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  padding: 8px 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  font-size: ${font.base};
  white-space: nowrap;
  text-overflow: ellipsis;
`;

const Hint = styled.span`
  color: ${color.textSubtle};
  font-size: ${font.sm};
`;

interface PictureFieldProps {
  /** The name of the picture that the server has. */
  stored: string | null;
  /** A new one; null takes the stored one away, undefined keeps it. */
  picture: File | null | undefined;
  isLocked: boolean;
  onPicture: (picture: File | null | undefined) => void;
}

/** S075: a picture may go with the text. It is sent to the server when the message is saved. */
export function PictureField({ stored, picture, isLocked, onPicture }: PictureFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const name = picture === undefined ? stored : (picture?.name ?? null);

  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    if (isPicture(file)) onPicture(file);
    else toast.error(t('schedules.pictureOnly'));
  };
  const handleRemove = () => onPicture(stored === null ? undefined : null);

  if (isLocked) return name ? <Name>{name}</Name> : null;
  return (
    <Row>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURES}
        aria-label={t('schedules.picture')}
        onChange={handleFile}
      />
      {name === null ? (
        <>
          <Button variant="secondary" icon={<ImagePlus />} onClick={() => input.current?.click()}>
            {t('schedules.picture')}
          </Button>
          <Hint>{t('schedules.pictureHint')}</Hint>
        </>
      ) : (
        <>
          <Name>{name}</Name>
          <IconButton label={t('schedules.removePicture')} onClick={handleRemove}>
            <X />
          </IconButton>
        </>
      )}
    </Row>
  );
}
