import { useEffect, useEffectEvent, useState } from 'react';
import { guardBack } from '@/lib/guardBack';
import { guardLinks } from '@/lib/guardLinks';
import { holdPage } from '@/state/leaving';

interface Unsaved {
  isOpen: boolean;
  /** Neither saved nor given up: it can only be waited for. */
  isLocked: boolean;
  /** Whether something would be lost now. */
  isChanged: () => boolean;
  onClose: () => void;
}

/** Asks before changes are lost: by Escape, by the X, by Back, by a link, and by the browser itself when the page goes. */
export function useUnsaved({ isOpen, isLocked, isChanged, onClose }: Unsaved) {
  const [asked, setAsked] = useState<{ leave: () => void } | null>(null);
  const isHeld = useEffectEvent(() => isLocked || isChanged());
  const handleLeave = useEffectEvent((leave: () => void) => {
    if (!isLocked) setAsked({ leave });
  });

  // Synchronises with the browser: neither Back nor a link nor a reload drops what is not saved.
  useEffect(() => {
    if (!isOpen) return undefined;
    const release = holdPage(() => isHeld());
    const letGo = guardBack(
      () => isHeld(),
      (leave) => handleLeave(leave),
    );
    const letGoOfLinks = guardLinks(
      () => isHeld(),
      (leave) => handleLeave(leave),
    );
    return () => {
      release();
      letGo();
      letGoOfLinks();
    };
  }, [isOpen]);

  return {
    isAsking: asked !== null,
    close: () => (isChanged() ? setAsked({ leave: () => undefined }) : onClose()),
    /** Goes on to something else in its place, at once or when the changes are given up. */
    leave: (next: () => void) => {
      if (isLocked) return;
      if (isChanged()) setAsked({ leave: next });
      else next();
    },
    keep: () => setAsked(null),
    giveUp: () => {
      setAsked(null);
      onClose();
      asked?.leave();
    },
  };
}
