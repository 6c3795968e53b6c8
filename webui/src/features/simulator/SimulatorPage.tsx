import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '@/api/queryClient';
import { Desk } from './components/Desk';

/** The demo's phones, outside of the signed-in pages. */
export default function SimulatorPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Desk />
    </QueryClientProvider>
  );
}
