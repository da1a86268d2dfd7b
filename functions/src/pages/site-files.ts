import { createHash } from 'node:crypto';
import { escapeHtml } from '@inkwell/shared/escape';
import { DEFAULT_SITE, SITE_COLORS, SITE_ICON } from '@inkwell/shared/site';
import { ICON_BOX, iconShapes, svgOf } from '@inkwell/shared/site-icon';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { loadSharp } from '../uploads/image-processing.ts';

/* The manifest and the icons, according to the settings. docs/publication.md */

/** Squares without round corners, because phones round them: file names and sizes in pixels. */
const SQUARES = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 } as const;
/** For clients that request `/favicon.ico` without reading the page: feed readers, old browsers, tools. */
const ICO_SIDE = 48;
/** The size in pixels of the card that chats and networks show. */
export const SOCIAL_CARD = { width: 1200, height: 630 } as const;
const CARD_ICON = 360;

export const ICON_FILES = ['favicon.svg', 'favicon.ico', ...Object.keys(SQUARES), 'card.png'] as const;

export const ICON_TYPES: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** The input for icons and card. */
const looks = ({ name, tagLine, icon, accentLight }: SiteSettings): string =>
  JSON.stringify([name, tagLine, icon, accentLight]);

/** Whether icons and card differ from those of publication.config.ts. */
const isChanged = (site: SiteSettings): boolean => looks(site) !== looks(DEFAULT_SITE);

/** A query that changes with the icons, so that browsers do not show earlier ones; empty for those of publication.config.ts. */
export const iconVersion = (site: SiteSettings): string =>
  isChanged(site) ? `?v=${createHash('sha256').update(looks(site)).digest('hex').slice(0, 8)}` : '';

/** The card with the name and tag line of publication.config.ts in its font, drawn by the build. */
export const BUILT_CARD = '/social-card.png';

/** The address of the card. Other words than those of the built card need a picture from the admin. */
export const socialCardPath = (site: SiteSettings): string =>
  isChanged(site) ? `/card.png${iconVersion(site)}` : BUILT_CARD;

/** The web app manifest. */
export function webManifest(site: SiteSettings): string {
  const version = iconVersion(site);
  const squares = [192, 512].map((side) => ({
    src: `/icon-${side}.png${version}`,
    sizes: `${side}x${side}`,
    type: 'image/png',
  }));
  const drawn = { src: `/favicon.svg${version}`, sizes: 'any', type: 'image/svg+xml' };
  const manifest = {
    name: site.name,
    short_name: site.name,
    description: site.descriptions.short,
    start_url: '/',
    display: 'standalone',
    background_color: SITE_COLORS.light.paper,
    theme_color: site.accentLight,
    icons: site.icon === null ? [drawn, ...squares] : squares,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const shapes = (site: SiteSettings, radius: number): string =>
  iconShapes({ icon: SITE_ICON, accent: site.accentLight, paper: SITE_COLORS.light.paper }, radius);

export const faviconSvg = (site: SiteSettings): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_BOX} ${ICON_BOX}" role="img" aria-label="${escapeHtml(site.name)}">${shapes(site, 14)}</svg>`;

/** Draws one of `ICON_FILES` except `favicon.svg`. @param picture the bytes of the admin's icon; null for the drawn one */
export async function drawIcon(file: string, site: SiteSettings, picture: Buffer | null): Promise<Buffer> {
  if (file === 'favicon.ico') return ico(await square(site, picture, { side: ICO_SIDE, radius: 14 }));
  if (file === 'card.png') return card(site, picture);
  const side = SQUARES[file as keyof typeof SQUARES];
  // Phones fill transparent areas with black.
  return square(site, picture, { side, radius: 0, isOpaque: file === 'apple-touch-icon.png' });
}

interface Square {
  readonly side: number;
  readonly radius: number;
  readonly isOpaque?: boolean;
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

async function square(site: SiteSettings, picture: Buffer | null, { side, radius, isOpaque }: Square): Promise<Buffer> {
  const sharp = await loadSharp();
  const { paper } = SITE_COLORS.light;
  const drawn = svgOf(side, side, `<g transform="scale(${side / ICON_BOX})">${shapes(site, radius)}</g>`);
  const image = picture
    ? sharp(picture, { limitInputPixels: UPLOAD_LIMITS.pixels })
        .autoOrient()
        .resize(side, side, { fit: 'contain', background: isOpaque ? paper : CLEAR })
    : sharp(Buffer.from(drawn));
  // With a palette, a drawing with few colors takes half the bytes and looks the same.
  return (isOpaque ? image.flatten({ background: paper }) : image)
    .png({ palette: !picture, compressionLevel: 9 })
    .toBuffer();
}

/** The icon in the middle of the card. */
async function card(site: SiteSettings, picture: Buffer | null): Promise<Buffer> {
  const sharp = await loadSharp();
  const icon = await square(site, picture, { side: CARD_ICON, radius: 14 });
  return sharp({ create: { ...SOCIAL_CARD, channels: 3, background: SITE_COLORS.light.paper } })
    .composite([{ input: icon, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** One PNG in the container of Windows icons ("ICO file format": a header of 6 bytes, an entry of 16, the picture). */
function ico(picture: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(ICO_SIDE, 6);
  head.writeUInt8(ICO_SIDE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}
