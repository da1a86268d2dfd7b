import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition, useEffect, useState } from 'react';
import { type Rendered, RenderedContext } from '../lib/rendered.ts';
import { Providers } from './providers.tsx';

interface AppProps {
  readonly client: QueryClient;
  /** Null if the app does not hydrate a rendered page. */
  readonly rendered: Rendered | null;
  /** Called when the page is shown or hydrated, before any query is sent. */
  readonly onShown?: () => void;
  /** The router. */
  readonly children: ReactNode;
}

/** The first effect of the tree. React runs sibling effects in order, so queries are sent after it. */
function Shown({ onShown }: { readonly onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/** The tree that the server renders and the browser hydrates or renders itself. */
export function App({ client, rendered: first, onShown, children }: AppProps) {
  const [rendered, setRendered] = useState(first);
  useEffect(() => startTransition(() => setRendered(null)), []);
  return (
    <StrictMode>
      <RenderedContext value={rendered}>
        <Providers client={client}>
          {onShown && <Shown onShown={onShown} />}
          {children}
        </Providers>
      </RenderedContext>
    </StrictMode>
  );
}
