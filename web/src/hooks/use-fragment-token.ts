import { useState } from 'react';
import { useLocation } from 'react-router';

/** A value in `#token=...&email=...`, which appears on no server and in no log, or in `?token=`. It stays when the address changes. */
export function useFragmentValue(name: 'token' | 'email'): string | null {
  const { hash, search } = useLocation();
  const [value] = useState(() => new URLSearchParams(hash.slice(1)).get(name) ?? new URLSearchParams(search).get(name));
  return value || null;
}

export const useFragmentToken = (): string | null => useFragmentValue('token');
