interface Part {
  preload: () => void;
}

const NEAR = ['pointerover', 'focusin'] as const;

/** Fetches the page that a link leads to when the pointer or the focus comes to it, before it is asked for. Returns how to stop. */
export function preloadNear(partAt: (path: string) => Part | undefined, root: Document = document): () => void {
  const asked = new Set<string>();
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    partAt(link.pathname)?.preload();
  };
  for (const kind of NEAR) root.addEventListener(kind, look, { passive: true });
  return () => {
    for (const kind of NEAR) root.removeEventListener(kind, look);
  };
}
