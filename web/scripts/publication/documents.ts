import type { Publication } from '../../../shared/src/publication.ts';
import { escapeMarkup } from './escape.ts';

/**
 * Replaces the placeholders of the shell: `%publication.name%`, `%publication.colors.light.paper%`.
 * @throws Error for an unknown one
 */
export function fillShell(html: string, publication: Publication): string {
  return html.replace(/%publication\.([\w.]+)%/g, (placeholder, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], publication);
    if (typeof value !== 'string') throw new Error(`app.html: ${placeholder} is not a text in publication.config.ts`);
    return escapeMarkup(value);
  });
}

/** The web app manifest. */
export function webManifest({ name, shortDescription, colors }: Publication): string {
  const manifest = {
    name,
    short_name: name,
    description: shortDescription,
    start_url: '/',
    display: 'standalone',
    background_color: colors.light.paper,
    theme_color: colors.light.accent,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
