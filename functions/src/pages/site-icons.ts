import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { BucketProvider } from '../storage/bucket.ts';
import type { PublicBucket } from '../uploads/image-url.ts';
import { readStoredPicture, storedObjectOf } from '../uploads/stored-picture.ts';
import { BUILT_CARD, drawIcon, faviconSvg, socialCardPath } from './site-files.ts';

/** How long a failure is cached, so that visitors cannot cause repeated attempts. */
const FAILED_FOR_MS = 60_000;

/** The icons of the site, drawn on request. */
export interface SiteIcons {
  /**
   * One of `ICON_FILES`. A drawing is cached in this instance until the look changes. External addresses count as none: nothing is fetched from them,
   * and nobody is redirected to them.
   * @throws Error if the admin's icon cannot be read or drawn; the same one for a minute
   */
  draw(file: string, site: SiteSettings): Promise<string | Buffer | { readonly movedTo: string; readonly status: 302 }>;
}

interface Kept {
  /** The look shown by the files. */
  readonly of: string;
  readonly files: Map<string, Buffer>;
  failure: { readonly error: unknown; readonly untilMs: number } | null;
}

export function createSiteIcons({
  bucket,
  publicBucket,
  nowMs,
}: {
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
  readonly nowMs: () => number;
}): SiteIcons {
  let kept: Kept = { of: '', files: new Map(), failure: null };
  const storedHere = (url: string | null) => (url !== null && storedObjectOf(publicBucket, url) !== null ? url : null);

  async function read(icon: string): Promise<Buffer> {
    const bytes = await readStoredPicture(icon, { bucket, publicBucket });
    if (!bytes) throw new Error('The icon is missing or too large');
    return bytes;
  }

  return {
    async draw(file, site) {
      const icon = storedHere(site.icon);
      if (file === 'favicon.svg') {
        // A picture has no outlines.
        return icon === null ? `${faviconSvg(site)}\n` : { movedTo: '/icon-192.png', status: 302 };
      }
      if (file === 'card.png') {
        const card = storedHere(site.cardPicture) ?? (socialCardPath(site) === BUILT_CARD ? BUILT_CARD : null);
        if (card !== null) return { movedTo: card, status: 302 };
      }
      const of = `${icon} ${site.accentLight}`;
      if (kept.of !== of) kept = { of, files: new Map(), failure: null };
      const current = kept;
      if (current.failure && current.failure.untilMs > nowMs()) throw current.failure.error;
      try {
        const drawn = current.files.get(file) ?? (await drawIcon(file, site, icon === null ? null : await read(icon)));
        current.files.set(file, drawn);
        return drawn;
      } catch (error) {
        current.failure = { error, untilMs: nowMs() + FAILED_FOR_MS };
        throw error;
      }
    },
  };
}
