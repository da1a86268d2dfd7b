import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token in `#token=...`, where no server and no log sees it; `?token=` is read as well. It is kept from the first render
 * on.
 */
export function useFragmentToken(): string | null {
  const { hash, search } = useLocation();
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token'),
  );
  return token || null;
}
