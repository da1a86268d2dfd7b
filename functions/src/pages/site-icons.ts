import type { SiteSettings } from '@inkwell/shared/site-settings';
import { BUILT_CARD, drawIcon, faviconSvg, socialCardPath } from './site-files.ts';

/** Longer than Storage takes, and shorter than a browser waits. */
const PICTURE_MS = 5_000;
const MOST_BYTES = 10 * 1024 * 1024;

/** The icons of the site, drawn when they are asked for. */
export interface SiteIcons {
  /**
   * One of `ICON_FILES`. A drawing that this instance made is kept until the look changes.
   * @throws Error if the admin's icon cannot be loaded
   */
  draw(file: string, site: SiteSettings): Promise<string | Buffer | { readonly movedTo: string; readonly status: 302 }>;
}

export function createSiteIcons({ fetch }: { readonly fetch: typeof globalThis.fetch }): SiteIcons {
  /** What is drawn, for the look in `of`. */
  let kept = { of: '', files: new Map<string, Buffer>() };

  /** Settings contain only addresses of stored pictures, whose bytes were looked at. */
  async function load(url: string): Promise<Buffer> {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PICTURE_MS) });
    if (!response.ok) throw new Error(`The icon answered ${response.status}`);
    if (Number(response.headers.get('content-length')) > MOST_BYTES) throw new Error('The icon is too large');
    return Buffer.from(await response.arrayBuffer());
  }

  return {
    async draw(file, site) {
      if (file === 'favicon.svg') {
        // A picture has no outlines.
        return site.icon === null ? `${faviconSvg(site)}\n` : { movedTo: '/icon-192.png', status: 302 };
      }
      if (file === 'card.png') {
        const standing = site.cardPicture ?? (socialCardPath(site) === BUILT_CARD ? BUILT_CARD : null);
        if (standing !== null) return { movedTo: standing, status: 302 };
      }
      const of = `${site.icon} ${site.accentLight}`;
      if (kept.of !== of) kept = { of, files: new Map() };
      const { files } = kept;
      const drawn = files.get(file) ?? (await drawIcon(file, site, site.icon === null ? null : await load(site.icon)));
      files.set(file, drawn);
      return drawn;
    },
  };
}
