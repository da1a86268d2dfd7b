import { readFile } from 'node:fs/promises';
import type { RenderedPage } from '@inkwell/shared/page-renderer';

const SHELL = new URL('../dist/app.html', import.meta.url);

/**
 * Which build of the app hydrates what the server renders, and its style sheet, as the built `app.html` says.
 * @throws Error where there is none, or without an entry
 */
export async function readBuiltApp(): Promise<Omit<RenderedPage, 'html' | 'parts'>> {
  const shell = await readFile(SHELL, 'utf8');
  const build = [...shell.matchAll(/<meta name="inkwell-script" content="([^"]+)">/g)].at(-1)?.[1];
  if (!build) throw new Error('app.html names no entry');
  return { build, styles: [...shell.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css]) => css).join('') };
}
