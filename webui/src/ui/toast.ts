import { whenToasterReady } from '@/state/toaster';

type Kind = 'success' | 'error' | 'info' | 'warning';

function show(kind: Kind, text: string): void {
  void whenToasterReady().then((notices) => notices[kind](text));
}

interface Way {
  label: string;
  onClick: () => void;
}

/** A notice with a way back. */
function showWithWay(text: string, action: Way): void {
  void whenToasterReady().then((notices) => notices.success(text, { action, duration: 8000 }));
}

/** Short notices. The code behind them arrives with the first one. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
  warning: (text: string) => show('warning', text),
  undoable: showWithWay,
};
