import { BrowserRouter } from 'react-router';
import { GlobalStyle } from '@/styles/global';
import { Toaster } from '@/ui/Toaster';
import { AppRoutes } from './routes';
import { SessionRestore } from './SessionRestore';
import { ErrorBoundary } from './ErrorBoundary';
import { LocaleSync } from './LocaleSync';

export function App() {
  return (
    <>
      <GlobalStyle />
      <LocaleSync />
      <ErrorBoundary>
        <BrowserRouter>
          <SessionRestore>
            <AppRoutes />
          </SessionRestore>
        </BrowserRouter>
        <Toaster />
      </ErrorBoundary>
    </>
  );
}
