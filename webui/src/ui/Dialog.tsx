import { Suspense, useState, type ReactNode } from 'react';
import { lazyLayer } from './lazyLayer';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Buttons at the foot, on the right. */
  footer?: ReactNode;
  /** 400, 520 or 720 px; a sheet from below on phones. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** It stands still while its content grows and shrinks, as under a search. */
  isSteady?: boolean;
  /** Neither a press outside nor Escape closes it, as while a form is being saved. */
  isLocked?: boolean;
  /** Something is not saved that no field shows, such as a picked file. What fields hold is seen by the dialog itself. */
  hasChanges?: boolean;
  children?: ReactNode;
}

const DialogPopup = lazyLayer(() => import('./DialogPopup'), 'dialog');

/** Before the first is opened: what is typed while its code arrives would go nowhere. */
export const preloadDialog = DialogPopup.preload;

/**
 * A modal dialog: focus stays inside and returns afterwards. With changes in it a press outside does nothing, and
 * Escape, the X, Back and a reload ask. Its code arrives with the first one.
 */
export function Dialog(props: DialogProps) {
  const [isWanted, setIsWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  );
}
