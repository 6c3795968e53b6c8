import '@fontsource-variable/inter';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { activateLocale, loadFeatures } from './i18n';
import { currentLocale } from '@/state/locale';

const root = document.getElementById('root');
if (!root) throw new Error('no #root');

await activateLocale(currentLocale());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// An error comes later than the first paint; so do the texts of errors.
void loadFeatures('errors');

// The application opens without network, and can be installed. A browser that refuses is no worse off than before.
if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
