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
  const [sent, setSent] = useState<string | null>(null);
  const text = draft?.trim() ?? value;
  const forget = () => setDraft(null);
  // What is on its way to the server is not lost by a click on a link, which is what may have sent it.
  const isChanged = () => text !== value && text !== sent;
  const unsaved = useUnsaved({ isOpen: draft !== null, isLocked: false, isChanged, onClose: forget });
  const settle = () => {
    // The question takes the focus: what it is about is still there when it is answered.
    if (unsaved.isAsking || text === sent) return;
    if (text === value) {
      forget();
      return;
    }
    setSent(text);
    // What was refused stays where it was written.
    void onSave(text)
      .then(
        () => setDraft((now) => (now === draft ? null : now)),
        () => undefined,
      )
      .then(() => setSent((now) => (now === text ? null : now)));
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
