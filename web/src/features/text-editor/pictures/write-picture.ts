import { decodeEntities } from '@inkwell/shared/markdown/entities';

export const asEntities = (text: string, chars: RegExp): string =>
  text.replace(chars, (char) => `&#${char.codePointAt(0)};`);

/** The part of a link or picture between parentheses: address and title. In tables, pipes are escaped because they end cells. */
export function target(href: string, title: unknown, { isInTable }: { readonly isInTable: boolean }): string {
  const plain = decodeEntities(href) === href ? href : asEntities(href, /&/g);
  const isBalanced = !/[()]/.test(plain);
  const encoded = plain
    .replace(/[\s<>\\]/g, (char) => encodeURIComponent(char))
    .replace(/\|/g, isInTable ? '%7C' : '|');
  const address = encoded === '' ? '<>' : isBalanced ? encoded : `<${encoded}>`;
  if (typeof title !== 'string' || title === '') return address;
  const guarded = asEntities(title.replace(/\s*\n\s*/g, ' '), isInTable ? /["\\|&]/g : /["\\&]/g);
  return `${address} "${guarded.replace(/&#38;(?!#?\w+;)/g, '&')}"`;
}

interface PictureSource {
  readonly src: string;
  readonly alt: string;
  readonly title: string | null;
}

/** A picture as Markdown; by default in a form that is also safe in tables. */
export function pictureMarkdown({ src, alt, title }: PictureSource, place = { isInTable: true }): string {
  const words = alt.replace(/\s*\n\s*/g, ' ');
  const isSimple = /^[^[\]\\&|`<]*$/.test(words);
  return `![${isSimple ? words : asEntities(words, /[[\]\\&|`<]/g)}](${target(src, title, place)})`;
}
