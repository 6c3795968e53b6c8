import { useMemo, useState, type DragEvent } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Files that are dropped on the conversation. */
export function useFileDrop(isEnabled: boolean, onFiles: (files: readonly File[]) => void) {
  const [depth, setDepth] = useState(0);

  const dropHandlers = useMemo(
    () => ({
      // Enter and leave come for every element inside; the depth tells whether the pointer is still over.
      onDragEnter: (event: DragEvent) => hasFiles(event) && setDepth((known) => known + 1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && setDepth((known) => Math.max(0, known - 1)),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        if (isEnabled) onFiles([...event.dataTransfer.files]);
      },
    }),
    [onFiles, isEnabled],
  );
  return { isOver: isEnabled && depth > 0, dropHandlers };
}
