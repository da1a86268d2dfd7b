import { useEffect, useState } from 'react';
import { safeTabStorage } from '../../lib/safe-storage.ts';

const KEY = 'inkwell:planned';

/** The scheduled time of a new post as an input value; empty for none. The tab keeps it over a reload until the page is left. */
export function usePlanned(): readonly [planned: string, setPlanned: (local: string) => void] {
  const [planned, setPlanned] = useState(() => safeTabStorage.get(KEY) ?? '');

  useEffect(() => {
    if (planned === '') safeTabStorage.remove(KEY);
    else safeTabStorage.set(KEY, planned);
    return () => safeTabStorage.remove(KEY);
  }, [planned]);

  return [planned, setPlanned];
}
