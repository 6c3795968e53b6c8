/** Where the catalogues in Spanish are. */
import type { Messages } from '@lingui/core';

export const loaders = import.meta.glob<{ default: Messages }>('../locales/es/*.json');
