import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { queryClient } from '../api/queryClient';
import { GlobalStyle } from '../styles/global';
import { AppRoutes } from './routes';
import { ErrorBoundary } from './ErrorBoundary';
import { LocaleSync } from './LocaleSync';

export function App() {
  return (
    <>
      <GlobalStyle />
      <LocaleSync />
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </>
  );
}
