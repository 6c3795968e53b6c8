/** The address of the page, in a module of its own: a browser lets nobody replace `location`, a test included. */
export const address = {
  goTo: (path: string) => location.assign(path),
  reload: () => location.reload(),
};
