import { useState } from 'react';
import { TextArea } from '@/ui/TextArea';
import { UnsavedQuestion } from '@/ui/UnsavedQuestion';
import { useUnsaved } from '@/ui/useUnsaved';

/** What the server takes of a setting. */
const CHARS_MAX = 500;

interface TextOptionProps {
  label: string;
  hint: string;
  /** What is said where nothing is written. */
  placeholder: string;
  value: string;
  /** Fails where it was not saved, which has been said. */
  onSave: (text: string) => Promise<unknown>;
}

/** An option in the company's own words: saved when the field is left, as it was before at Escape. */
export function TextOption({ label, hint, placeholder, value, onSave }: TextOptionProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const forget = () => setDraft(null);
  const isChanged = () => draft !== null && draft.trim() !== value;
  const unsaved = useUnsaved({ isOpen: draft !== null, isLocked: false, isChanged, onClose: forget });
  const settle = () => {
    // The question takes the focus: what it is about is still there when it is answered.
    if (unsaved.isAsking) return;
    if (draft === null || !isChanged()) {
      forget();
      return;
    }
    // What was refused stays where it was written.
    onSave(draft.trim()).then(
      () => setDraft((now) => (now === draft ? null : now)),
      () => undefined,
    );
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
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') forget();
        }}
        onBlur={settle}
      />
      <UnsavedQuestion unsaved={unsaved} />
    </>
  );
}
