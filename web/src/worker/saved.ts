import { originalName, variantObjectName } from '@inkwell/shared/images';
import { postIn } from './articles.ts';
import { SAVED } from './names.ts';
import type { WorkerScope } from './scope.ts';

/** The total for all saved posts with their pictures. */
const SAVED_BYTES = 50 * 1024 * 1024;

/** Pictures are stored in one size, which is sharp enough on a phone. */
const PICTURE_WIDTH = 800;

/** The size of a stored answer, for the next total. */
const BYTES_HEADER = 'X-Stored-Bytes';

/** Addresses of stored pictures in a JSON text. */
const PICTURES = /https?:\/\/[^\s"'<>()\\]+\/o\/images%2F\d{13}-[^\s"'<>()\\]+/g;

/** One key for all sizes of a picture. */
function pictureKey(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + originalName(pathname);
}

export interface SavedPosts {
  /**
   * Stores these posts as visitors see them, with their pictures, and deletes all others. The last ones are left out if there is not enough space.
   */
  keep(ids: readonly string[]): Promise<void>;
  answer(id: string): Promise<Response | undefined>;
  picture(address: string): Promise<Response | undefined>;
  /** Replaces a stored post with a newer answer; posts that are not stored are ignored. */
  renew(id: string, response: Response): Promise<void>;
  drop(id: string): Promise<void>;
  clear(): Promise<void>;
}

export const isStoredPicture = (address: string): boolean => address.match(PICTURES) !== null;

type Given = Pick<WorkerScope, 'caches' | 'fetch' | 'location'>;

export function createSavedPosts({ caches, fetch, location }: Given, most = SAVED_BYTES): SavedPosts {
  const answerKey = (id: string) => `${location.origin}/api/posts/${id}`;
  /** Changes with each call of `keep` and `clear`, which cancel an earlier one. */
  let current = 0;

  const store = async (cache: Cache, key: string, response: Response): Promise<number> => {
    const body = await response.blob();
    const headers = { 'Content-Type': response.headers.get('Content-Type') ?? '', [BYTES_HEADER]: String(body.size) };
    await cache.put(key, new Response(body, { headers }));
    return body.size;
  };

  return {
    async keep(ids) {
      current += 1;
      const begun = current;
      const cache = await caches.open(SAVED);
      const kept = new Set<string>();
      let bytes = 0;

      /** @returns the stored answer; undefined if there is none and none can be loaded now */
      async function have(key: string, ask: () => Promise<Response | null>): Promise<Response | undefined> {
        let found = await cache.match(key);
        if (!found) {
          const answer = await ask().catch(() => null);
          if (!answer || begun !== current) return undefined;
          await store(cache, key, answer);
          found = await cache.match(key);
        }
        bytes += Number(found?.headers.get(BYTES_HEADER) ?? 0);
        if (found && bytes <= most) kept.add(key);
        return found;
      }

      for (const id of ids) {
        if (begun !== current || bytes > most) break;
        const post = await have(answerKey(id), async () => {
          const answer = await fetch(answerKey(id), { credentials: 'omit' });
          return answer.status === 200 && postIn(await answer.clone().text(), id) ? answer : null;
        });
        const text = (await post?.text()) ?? '';
        for (const address of new Set(text.match(PICTURES))) {
          if (begun !== current || bytes > most) break;
          await have(pictureKey(address), () => fetchPicture(address));
        }
      }
      if (begun !== current) return;
      for (const { url } of await cache.keys()) {
        if (!kept.has(url)) await cache.delete(url);
      }
    },

    answer: async (id) => (await caches.open(SAVED)).match(answerKey(id)),
    picture: async (address) => (await caches.open(SAVED)).match(pictureKey(address)),
    async renew(id, response) {
      const cache = await caches.open(SAVED);
      if (await cache.match(answerKey(id))) await store(cache, answerKey(id), response);
    },
    async drop(id) {
      await (await caches.open(SAVED)).delete(answerKey(id));
    },
    async clear() {
      current += 1;
      await caches.delete(SAVED);
    },
  };

  /** In the stored size, or unchanged if there is no such copy. */
  async function fetchPicture(address: string): Promise<Response | null> {
    const narrow = address.replace(/-(\d+)x\d+\.webp/, (end, width) =>
      Number(width) > PICTURE_WIDTH ? variantObjectName(end, PICTURE_WIDTH) : end,
    );
    for (const one of new Set([narrow, address])) {
      const answer = await fetch(one, { mode: 'cors', credentials: 'omit' });
      if (answer.status === 200) return answer;
    }
    return null;
  }
}
