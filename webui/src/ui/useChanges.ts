import { useRef, type RefObject } from 'react';

/** What a search field holds is a way to something else, and what a field for files holds its form knows. */
const FIELDS =
  'textarea, select, input:not([type=search], [inputmode=search], [role=combobox], [type=file], [type=hidden])';
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const valueOf = (field: FieldElement): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
    ? String(field.checked)
    : field.value;

/**
 * Whether the user has changed what the fields of a form hold, whoever keeps their values. `note` runs before each key
 * and press, and remembers the value that every field was first met with; a change that was taken back is none.
 */
export function useChanges(root: RefObject<HTMLElement | null>) {
  const first = useRef(new WeakMap<FieldElement, string>());
  const fields = () => [...(root.current?.querySelectorAll<FieldElement>(FIELDS) ?? [])];
  const note = () => {
    for (const field of fields()) if (!first.current.has(field)) first.current.set(field, valueOf(field));
  };
  const isChanged = () => fields().some((field) => (first.current.get(field) ?? valueOf(field)) !== valueOf(field));
  return { note, isChanged };
}
