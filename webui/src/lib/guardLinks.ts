/**
 * Holds links to other pages while something on this one would be lost: `ask` gets what follows the link after all.
 * Answers the function that lets go.
 */
export function guardLinks(isHeld: () => boolean, ask: (leave: () => void) => void): () => void {
  let isLeaving = false;
  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    // One that opens elsewhere takes nothing away.
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
    if (!link || isElsewhere || isLeaving || !isHeld()) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => {
      isLeaving = true;
      link.click();
      isLeaving = false;
    });
  };
  document.addEventListener('click', handleClick, true);
  return () => document.removeEventListener('click', handleClick, true);
}
