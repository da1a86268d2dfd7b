import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token in `#token=...`, which reaches no server and no log, or in `?token=`. It stays when the address changes.
 */
export function useFragmentToken(): string | null {
  const { hash, search } = useLocation();
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token'),
  );
  return token || null;
}
