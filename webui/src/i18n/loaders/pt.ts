/** Where the catalogues in Portuguese are. */
import type { Messages } from '@lingui/core';

export const loaders = import.meta.glob<{ default: Messages }>('../locales/pt/*.json');
