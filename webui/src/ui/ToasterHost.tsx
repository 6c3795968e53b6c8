import { useEffect, type CSSProperties } from 'react';
import { toast, Toaster } from 'sonner';
import { useT } from '@/i18n';
import { useTheme } from '@/state/theme';
import { toasterReady } from '@/state/toaster';
import { color, font } from '@/styles/tokens';

/** Notices close by themselves. */
const AUTO_CLOSE_MS = 3000;

const style = {
  '--normal-bg': color.raised,
  '--normal-text': color.text,
  '--normal-border': color.line,
  '--border-radius': '8px',
  fontFamily: font.family,
} as CSSProperties;

export default function ToasterHost() {
  const t = useT();
  const theme = useTheme();
  // Tells the callers that the toaster listens.
  useEffect(() => toasterReady(toast), []);
  return (
    <Toaster
      theme={theme}
      position="top-center"
      duration={AUTO_CLOSE_MS}
      style={style}
      containerAriaLabel={t('common.notices')}
      icons={{}}
    />
  );
}
