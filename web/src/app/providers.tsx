import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SessionProvider } from '../lib/session.tsx';
import { theme } from './theme.ts';

interface ProvidersProps {
  readonly client: QueryClient;
  readonly env?: 'default' | 'test';
  readonly children: ReactNode;
}

/** What all pages share: the look, the cache of server state, and who is using the app. */
export function Providers({ client, env = 'default', children }: ProvidersProps) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" env={env}>
      <QueryClientProvider client={client}>
        <SessionProvider>{children}</SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
