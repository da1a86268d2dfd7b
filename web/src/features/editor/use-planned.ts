import { useEffect, useState } from 'react';

const KEY = 'inkwell:planned';

/** Storage that the browser refuses to open keeps nothing. */
function kept(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/**
 * When a new post is to go out, as inputs hold times; empty for not by itself. The tab keeps it over a reload, beside the draft, until the
 * page is left: another new post has no time of its own yet.
 */
export function usePlanned(): readonly [planned: string, setPlanned: (local: string) => void] {
  const [planned, setPlanned] = useState(() => kept()?.getItem(KEY) ?? '');

  useEffect(() => {
    if (planned === '') kept()?.removeItem(KEY);
    else kept()?.setItem(KEY, planned);
    return () => kept()?.removeItem(KEY);
  }, [planned]);

  return [planned, setPlanned];
}
