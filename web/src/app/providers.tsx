import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SessionProvider } from '../lib/session.tsx';

interface ProvidersProps {
  readonly client: QueryClient;
  readonly children: ReactNode;
}

/** Shared by all pages: the cache of server state, and the session. */
export function Providers({ client, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>{children}</SessionProvider>
    </QueryClientProvider>
  );
}
