/** Where the catalogues in English are. */
import type { Messages } from '@lingui/core';

export const loaders = import.meta.glob<{ default: Messages }>('../locales/en/*.json');
