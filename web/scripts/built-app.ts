import { readFile } from 'node:fs/promises';
import type { RenderedPage } from '@inkwell/shared/page-renderer';

const SHELL = new URL('../dist/app.html', import.meta.url);

type Built = Omit<RenderedPage, 'html' | 'parts'>;

/**
 * Which build of the app an `app.html` belongs to, and its style sheets.
 * @throws Error if it names no entry
 */
export function builtAppOf(shell: string): Built {
  const build = [...shell.matchAll(/<meta name="inkwell-script" content="([^"]+)">/g)].at(-1)?.[1];
  if (!build) throw new Error('app.html names no entry');
  return { build, styles: [...shell.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css).join('') };
}

/** The app that hydrates what the server renders, from the built `app.html`. @throws Error if there is none */
export const readBuiltApp = async (): Promise<Built> => builtAppOf(await readFile(SHELL, 'utf8'));
