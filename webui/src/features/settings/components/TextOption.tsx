import { useRef, useState } from 'react';
import { forgetSettingDraft, setSettingDraft, useSettingDraft } from '@/state/settingDrafts';
import { TextArea } from '@/ui/TextArea';
import { UnsavedQuestion } from '@/ui/UnsavedQuestion';
import { useUnsaved } from '@/ui/useUnsaved';

/** What the server takes of a setting. */
const CHARS_MAX = 500;

interface TextOptionProps {
  settingKey: string;
  label: string;
  hint: string;
  /** What is said where nothing is written. */
  placeholder: string;
  value: string;
  /** Fails where it was not saved, which has been said. */
  onSave: (text: string) => Promise<unknown>;
}

/**
 * An option in the company's own words: saved when the field is left, as it was before at Escape. What was refused stays
 * where it was written, also when its page is left and opened again.
 */
export function TextOption({ settingKey, label, hint, placeholder, value, onSave }: TextOptionProps) {
  const draft = useSettingDraft(settingKey);
  const [sent, setSent] = useState<string | null>(null);
  const attempts = useRef(0);
  const text = draft?.trim() ?? value;
  const forget = () => setSettingDraft(settingKey, null);
  // The click on a link that leaves the field is what sends it: nothing is asked then.
  const isChanged = () => text !== value && text !== sent;
  const unsaved = useUnsaved({ isOpen: draft !== null, isLocked: false, isChanged, onClose: forget });
  const settle = () => {
    // The question takes the focus: what it is about is still there when it is answered.
    if (draft === null || unsaved.isAsking || text === sent) return;
    if (text === value) {
      forget();
      return;
    }
    attempts.current += 1;
    const attempt = attempts.current;
    const isLast = () => attempt === attempts.current;
    setSent(text);
    void onSave(text)
      .then(
        () => isLast() && forgetSettingDraft(settingKey, draft),
        () => undefined,
      )
      .then(() => isLast() && setSent(null));
  };
  return (
    <>
      <TextArea
        label={label}
        hint={hint}
        placeholder={placeholder}
        maxLength={CHARS_MAX}
        rows={2}
        value={draft ?? value}
        onChange={(event) => setSettingDraft(settingKey, event.target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') forget();
        }}
        onBlur={settle}
      />
      <UnsavedQuestion unsaved={unsaved} />
    </>
  );
}
