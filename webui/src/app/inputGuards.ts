import { translate } from '@/i18n';
import { toast } from '@/ui/toast';

/** A held key says it once. */
const QUIET_MS = 4000;

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** The browser cuts off without a word what a field with a limit cannot take. */
function sayWhatIsCut(): (event: InputEvent) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (event) => {
    const { target, data, dataTransfer, isComposing } = event;
    if (!isField(target) || target.maxLength < 0 || isComposing) return;
    const added = data ?? dataTransfer?.getData('text/plain') ?? '';
    const chosen = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0);
    if (added.length <= target.maxLength - target.value.length + chosen) return;
    if (event.timeStamp - saidAt < QUIET_MS) return;
    saidAt = event.timeStamp;
    toast.warning(translate('shell.cut', { max: target.maxLength }));
  };
}

/** Files that are dropped where nothing takes them would open in place of the application. */
function refuseStrayFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Guards what the user puts in against the ways of browsers; answers what ends that. */
export function guardInputs(): () => void {
  const end = new AbortController();
  const { signal } = end;
  document.addEventListener('beforeinput', sayWhatIsCut(), { signal });
  window.addEventListener('dragover', refuseStrayFiles, { signal });
  window.addEventListener('drop', refuseStrayFiles, { signal });
  return () => end.abort();
}
