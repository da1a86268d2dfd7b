import { useEffect, useState } from 'react';
import { safeTabStorage } from '../../lib/safe-storage.ts';

const KEY = 'inkwell:planned';

/**
 * When a new post is to go out, as inputs hold times; empty for not by itself. The tab keeps it over a reload, beside the draft, until the
 * page is left: another new post has no time of its own yet.
 */
export function usePlanned(): readonly [planned: string, setPlanned: (local: string) => void] {
  const [planned, setPlanned] = useState(() => safeTabStorage.get(KEY) ?? '');

  useEffect(() => {
    if (planned === '') safeTabStorage.remove(KEY);
    else safeTabStorage.set(KEY, planned);
    return () => safeTabStorage.remove(KEY);
  }, [planned]);

  return [planned, setPlanned];
}
