import { useState } from 'react';
import { useLocation } from 'react-router';

/** The token in `#token=...`, which no server and no log sees; `?token=` is read too. The first one found stays. */
export function useFragmentToken(): string | null {
  const { hash, search } = useLocation();
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token'),
  );
  return token || null;
}
