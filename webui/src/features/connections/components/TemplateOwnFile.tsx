import Paperclip from 'lucide-react/icons/paperclip';
import { useRef } from 'react';
import styled from 'styled-components';
import type { MessageTemplate } from '@/api/types';
import { useT } from '@/i18n';
import { acceptedFor, fileKindOf } from '@/lib/templates';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { toast } from '@/ui/toast';
import { refusalText, useAttachToTemplate } from '../templateCalls';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 1 / -1;
  align-items: center;
  gap: 4px 10px;
  min-width: 0;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** The file above a template's text that goes where no other one is chosen, and another one in its place. */
export function TemplateOwnFile({ template }: { template: MessageTemplate }) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const attach = useAttachToTemplate(template.whatsappId);
  const kind = fileKindOf(template);
  if (kind === null) return null;
  const { id, name, headerFile } = template;
  const label = t('templates.attachTo', { name });
  const handleFile = (file: File) =>
    attach.mutate(
      { templateId: id, file },
      {
        onSuccess: () => toast.success(t('templates.attached')),
        onError: (failure) => toast.error(refusalText(failure)),
      },
    );
  return (
    <Root>
      <span>
        {t(`templates.file.${kind}`)}: {headerFile ?? t('templates.fileNone')}
      </span>
      <IconButton size="sm" label={label} disabled={attach.isPending} onClick={() => picker.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedFor(kind)}
        aria-label={label}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) handleFile(chosen);
          event.target.value = '';
        }}
      />
    </Root>
  );
}
