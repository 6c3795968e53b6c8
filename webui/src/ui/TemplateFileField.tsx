import styled from 'styled-components';
import type { MessageTemplate } from '@/api/types';
import { useT } from '@/i18n';
import { acceptedFor, fileKindOf, hasFile } from '@/lib/templates';
import { color, font, radius } from '@/styles/tokens';
import { FileField } from './FileField';

const Root = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
  font-size: ${font.sm};
`;

const Label = styled.span`
  font-weight: ${font.medium};
`;

const Hint = styled.span`
  color: ${color.textMuted};
  overflow-wrap: anywhere;

  &[data-tone='danger'] {
    color: ${color.danger};
  }
`;

const Stored = styled.span`
  padding: 8px 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  overflow-wrap: anywhere;
`;

export interface TemplateFile {
  /** The name of the file that goes instead of the template's own. */
  name: string | null;
  /** Null takes it off again. */
  onChange: (file: File | null) => void;
}

interface TemplateFileFieldProps {
  template: MessageTemplate;
  /** Absent where the file is chosen elsewhere. */
  file?: TemplateFile | undefined;
  isChecked: boolean;
  isLocked?: boolean;
}

/** The file above the text of a template: the one that comes with it, or another one for this time. */
export function TemplateFileField({ template, file, isChecked, isLocked = false }: TemplateFileFieldProps) {
  const t = useT();
  const kind = fileKindOf(template);
  if (kind === null) return null;
  const { headerFile } = template;
  const isMissing = !hasFile(template, file?.name);
  const hint = () => {
    if (!file)
      return headerFile ? t('templates.fileOfCampaign', { name: headerFile }) : t('templates.fileFromCampaign');
    if (file.name) return null;
    return headerFile ? t('templates.fileGoes', { name: headerFile }) : t('templates.fileMissing');
  };
  const said = hint();
  return (
    <Root role="group" aria-label={t(`templates.file.${kind}`)}>
      <Label>{t(`templates.file.${kind}`)}</Label>
      {file && !isLocked && <FileField name={file.name} accept={acceptedFor(kind)} onChange={file.onChange} />}
      {file?.name && isLocked && <Stored>{file.name}</Stored>}
      {said && <Hint data-tone={isChecked && isMissing ? 'danger' : undefined}>{said}</Hint>}
    </Root>
  );
}
