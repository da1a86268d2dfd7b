import { cut } from '@inkwell/shared/plain-text';
import type { Draft } from './draft.ts';

const TITLE_CHARS = 80;

/** A draft as sentences name it: by its title, else by its first words. */
export function draftName({ form }: Pick<Draft, 'form'>): string {
  const words = form.title.trim() || cut(form.content.trim(), TITLE_CHARS);
  return words ? `“${words}”` : 'without a title';
}
