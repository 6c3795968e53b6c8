/** Stands in for the `use-sync-external-store` shim: React has had the hook itself since version 18. */
export { useSyncExternalStore } from 'react';
