const LAYERS = '[role="dialog"]:not([data-closed]), [role="alertdialog"]:not([data-closed])';
const TEXT = 'textarea, select, input:not([type="checkbox"], [type="radio"])';

function look() {
  const { activeElement } = document;
  const text = activeElement?.matches(TEXT) ? (activeElement as HTMLInputElement) : null;
  const layers = [...document.querySelectorAll(LAYERS)];
  return { path: window.location.pathname, layers, text, value: text?.value };
}

/**
 * Remembers where the user is while an answer is awaited. The function that it gives tells whether that is left since:
 * another page, another dialog, or a text that is being written. Whoever has gone on is not to be taken anywhere.
 */
export function rememberPlace(): () => boolean {
  const then = look();
  return () => {
    const now = look();
    const isSameLayers =
      now.layers.length === then.layers.length && now.layers.every((layer) => then.layers.includes(layer));
    const isWriting = now.text !== null && (now.text !== then.text || now.value !== then.value);
    return now.path !== then.path || !isSameLayers || isWriting;
  };
}
