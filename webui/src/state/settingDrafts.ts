import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { onSignOut } from './session';

/** Texts of settings that were begun and are not saved, by setting. */
const drafts = signal<ReadonlyMap<string, string>>(new Map());

/** What was begun of a setting; `null`: nothing. */
export function useSettingDraft(key: string): string | null {
  useSignals();
  return drafts.value.get(key) ?? null;
}

/** Sets what was begun of a setting, or forgets it. */
export function setSettingDraft(key: string, text: string | null): void {
  const next = new Map(drafts.peek());
  if (text === null) next.delete(key);
  else next.set(key, text);
  drafts.value = next;
}

/** Forgets what was begun, unless it has become something else meanwhile. */
export function forgetSettingDraft(key: string, text: string): void {
  if (drafts.peek().get(key) === text) setSettingDraft(key, null);
}

// Nobody who signs in later at this computer reads them.
onSignOut(() => {
  drafts.value = new Map();
});
