import { useCallback } from 'react';

interface LocalPictureProps {
  file: File;
  alt: string;
}

/** A picture that is still on this computer. */
export function LocalPicture({ file, alt }: LocalPictureProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} />;
}
