import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The texts (TXT records) under a name in DNS, none if there are none; null if DNS does not say. Never rejects. */
export type TxtLookUp = (name: string) => Promise<readonly string[] | null>;

/** Of one try; the second takes twice as long. */
const TRY_MS = 1_000;
/** Machines may name several servers, which are asked in turn. */
const WHOLE_MS = 4_000;

/** There is no such name, nothing under it, or it is no name. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Asks the machine's own name servers. @param servers others, for tests */
export function createTxtLookUp({ servers }: { servers?: readonly string[] } = {}): TxtLookUp {
  return async (name) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const ended = new AbortController();
    // Ends the look-up with ECANCELLED.
    sleep(WHOLE_MS, undefined, { signal: ended.signal }).then(
      () => resolver.cancel(),
      () => undefined,
    );
    try {
      // A long text comes in pieces that belong together (RFC 7208 §3.3).
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      return NONE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    } finally {
      ended.abort();
    }
  };
}
