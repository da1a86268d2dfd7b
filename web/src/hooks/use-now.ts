import { useEffect, useState } from 'react';

/** The current time in milliseconds, updated every `everyMs`. */
export function useNow(everyMs = 60_000): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
