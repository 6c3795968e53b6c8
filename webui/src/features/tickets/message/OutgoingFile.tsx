import FileText from 'lucide-react/icons/file-text';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useLocale } from '@/state/locale';
import { color, radius } from '@/styles/tokens';
import { formatBytes } from '@/features/tickets/format';
import { Card, CardIcon, CardText, CardTitle } from './Card.styles';
import { LocalPicture } from './LocalPicture';

const Picture = styled.div`
  width: 254px;
  max-width: 100%;
  height: 190px;
  margin-bottom: 4px;
  overflow: hidden;
  border-radius: ${radius.md};

  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

const Progress = styled.progress`
  display: block;
  width: 100%;
  height: 3px;
  margin: 4px 0;
  border: 0;
  border-radius: 2px;
  background: ${color.line};
  accent-color: ${color.accent};
`;

interface OutgoingFileProps {
  file: File;
  /** Null when nothing is under way. */
  progress: number | null;
}

export function OutgoingFile({ file, progress }: OutgoingFileProps) {
  const t = useT();
  const locale = useLocale();
  const isPicture = file.type.startsWith('image/');
  return (
    <>
      {isPicture ? (
        <Picture>
          <LocalPicture file={file} alt={file.name} />
        </Picture>
      ) : (
        <Card>
          <CardIcon>
            <FileText aria-hidden />
          </CardIcon>
          <div>
            <CardTitle>{file.name}</CardTitle>
            <CardText>{formatBytes(file.size, locale)}</CardText>
          </div>
        </Card>
      )}
      {progress !== null && <Progress value={progress} max={1} aria-label={t('tickets.uploading')} />}
    </>
  );
}
