import { cut } from '@inkwell/shared/plain-text';

const TITLE_CHARS = 80;

/** A draft's name in sentences: its title, or its first words. */
export function draftName({ title, content }: { readonly title: string; readonly content: string }): string {
  const words = title.trim() || cut(content.trim(), TITLE_CHARS);
  return words ? `“${words}”` : 'without a title';
}
