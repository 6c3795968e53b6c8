import { useState } from 'react';
import { useDebounced } from '@/lib/useDebounced';

/** What stands in a combobox, and what of it is asked for. */
export interface ComboSearch {
  text: string;
  /** Asked for: the text when it stood still, or at once on Enter. */
  search: string;
  /** What is asked for is what stands there. */
  isStill: boolean;
  onText: (text: string) => void;
  onHurry: () => void;
}

export function useComboSearch(begin = ''): ComboSearch {
  const [text, setText] = useState(begin);
  const [hurried, setHurried] = useState<string | null>(null);
  const typed = text.trim();
  const settled = useDebounced(typed);
  const search = hurried === typed ? typed : settled;
  return { text, search, isStill: search === typed, onText: setText, onHurry: () => setHurried(typed) };
}
