import type { ListView } from './filters';

/** What every panel of the list side gets. */
export interface PanelProps {
  view: ListView;
  mayShowAll: boolean;
  selectedUuid: string | null;
  onChange: (part: Partial<ListView>) => void;
  onNew: () => void;
}
