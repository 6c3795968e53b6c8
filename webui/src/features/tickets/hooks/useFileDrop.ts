import { useCallback, useMemo, useState, type DragEvent } from 'react';
import { MAX_FILES } from '../model/composer';

export interface PickedFile {
  id: string;
  file: File;
  caption: string;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Files chosen for the next message, also those dropped on the conversation. */
export function useFileDrop(isEnabled: boolean) {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [depth, setDepth] = useState(0);

  const addFiles = useCallback((added: readonly File[], caption = '') => {
    const picked = added.map((file) => ({ id: crypto.randomUUID(), file, caption }));
    setFiles((known) => [...known, ...picked].slice(0, MAX_FILES));
  }, []);

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
        if (isEnabled) addFiles([...event.dataTransfer.files]);
      },
    }),
    [addFiles, isEnabled],
  );
  return { files, addFiles, takeFiles: setFiles, isOver: isEnabled && depth > 0, dropHandlers };
}
