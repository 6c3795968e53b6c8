import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useT } from '@/i18n';
import { toggleTheme, useTheme } from '@/state/theme';
import { IconButton } from './IconButton';

export function ThemeToggle() {
  const t = useT();
  const theme = useTheme();
  return (
    <IconButton label={theme === 'dark' ? t('common.themeLight') : t('common.themeDark')} onClick={toggleTheme}>
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  );
}
