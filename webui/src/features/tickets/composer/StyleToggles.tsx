import PenLine from 'lucide-react/icons/pen-line';
import VenetianMask from 'lucide-react/icons/venetian-mask';
import { useT } from '@/i18n';
import { setSigned, useIsSigned } from '@/state/signature';
import { Toggle, ToggleText } from './Composer.styles';

interface StyleTogglesProps {
  isWhisper: boolean;
  hasFiles: boolean;
  onWhisper: (isWhisper: boolean) => void;
  /** After either of them the next key belongs to the text. */
  onDone: () => void;
}

/** S036: whether the text is signed, and whether it is for the team alone. */
export function StyleToggles({ isWhisper, hasFiles, onWhisper, onDone }: StyleTogglesProps) {
  const t = useT();
  const isSigned = useIsSigned();
  return (
    <>
      <Toggle
        type="button"
        aria-pressed={isSigned}
        title={t('tickets.signHint')}
        onClick={() => {
          setSigned(!isSigned);
          onDone();
        }}
      >
        <PenLine aria-hidden />
        <ToggleText>{t('tickets.sign')}</ToggleText>
      </Toggle>
      <Toggle
        type="button"
        data-tone="whisper"
        aria-pressed={isWhisper}
        title={t('tickets.whisperHint')}
        disabled={hasFiles}
        onClick={() => {
          onWhisper(!isWhisper);
          onDone();
        }}
      >
        <VenetianMask aria-hidden />
        <ToggleText>{t('tickets.whisper')}</ToggleText>
      </Toggle>
    </>
  );
}
