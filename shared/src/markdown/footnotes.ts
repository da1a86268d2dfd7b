import type { MarkedToken, Token, Tokens } from 'marked';
import { NOTE_LABEL, noteKey } from './note-labels.ts';
import { standardTokens } from './tokens.ts';

/*
 * Footnotes in GitHub's notation: the reference `[^label]`, and the note `[^label]: text` at the beginning of a line, with further
 * lines and blocks indented. The parser does not support them, so both are found in its text tokens, which exclude escapes and code.
 */

const REFERENCE = new RegExp(NOTE_LABEL, 'g');
const DEFINITION = new RegExp(`(?:^|\\n) {0,3}${NOTE_LABEL}:[ \\t]*`, 'g');

/** Five typed characters produce 200 bytes of HTML, so the number of references is limited. Further ones are shown as typed. */
const MAX_REFERENCES = 1_000;

/** Whether a block ends with a note, which includes indented paragraphs after the block. */
export const endsInNote = (block: MarkedToken): boolean =>
  block.type === 'paragraph' && block.raw.includes('[^') && partsOf(block).at(-1)?.label !== null;

/** A paragraph split at its notes, which often have no blank lines between them, with the number of the line at which each part begins. */
export function splitAtNotes(block: MarkedToken): { readonly token: MarkedToken; readonly line: number }[] {
  if (block.type !== 'paragraph') return [{ token: block, line: 0 }];
  const parts = partsOf(block);
  if (parts.length === 1) return [{ token: block, line: 0 }];
  let line = 0;
  return parts.map(({ from, start, paragraph }, n) => {
    const text = block.text.slice(from, parts[n + 1]?.from).replace(/\n$/, '');
    const tokens = [...textToken(block.text.slice(from, start)), ...paragraph.tokens];
    const part = { token: { ...paragraph, raw: text, text, tokens }, line };
    line += text.split('\n').length;
    return part;
  });
}

/** A text and its notes by label, in the order of the text. */
export interface Annotated {
  readonly body: readonly MarkedToken[];
  readonly notes: ReadonlyMap<string, readonly MarkedToken[]>;
}

/**
 * Separates the notes from the blocks of a text. If two notes have the same label, the second stays in the text.
 * @param read parses the text of a note, which may have any blocks
 */
export function takeNotes(blocks: readonly MarkedToken[], read: (source: string) => MarkedToken[]): Annotated {
  const body: MarkedToken[] = [];
  const sources = new Map<string, string>();
  /** The note that an indented paragraph would belong to. */
  let open: string | null = null;
  let gap = '';
  for (const block of blocks) {
    if (block.type === 'paragraph') {
      open = null;
      for (const { label, paragraph, source } of partsOf(block)) {
        open = label !== null && !sources.has(noteKey(label)) ? noteKey(label) : null;
        if (open !== null) sources.set(open, source);
        else body.push(label === null ? paragraph : asTyped(label, paragraph));
      }
    } else if (open !== null && block.type === 'code' && block.codeBlockStyle === 'indented') {
      sources.set(open, `${sources.get(open)}${gap}${block.text}`);
    } else {
      if (block.type !== 'space') open = null;
      body.push(block);
    }
    gap = block.type === 'space' ? block.raw : '';
  }
  return { body, notes: new Map([...sources].map(([key, source]) => [key, read(source)])) };
}

interface Part {
  /** Null for the text before the first note. */
  readonly label: string | null;
  /** Where the part and, behind its label, its text begin in the text of the paragraph. */
  readonly from: number;
  readonly start: number;
  readonly paragraph: Tokens.Paragraph;
  /** The text of a note without its label and its indent. */
  readonly source: string;
}

/** Splits a paragraph at the lines that begin a note. */
function partsOf(block: Tokens.Paragraph): Part[] {
  const first = { label: null, from: 0, start: 0 };
  if (!block.text.includes('[^')) return [{ ...first, paragraph: block, source: '' }];
  const parts: (Omit<Part, 'paragraph' | 'source'> & { tokens: Token[] })[] = [{ ...first, tokens: [] }];
  /** Where each part ends in the text. */
  const ends: number[] = [];
  let at = 0;
  for (const token of standardTokens(block.tokens)) {
    if (!isPlain(token)) parts.at(-1)?.tokens.push(token);
    else {
      let end = 0;
      for (const found of token.text.matchAll(DEFINITION)) {
        if (found.index === 0 && at > 0 && !found[0].startsWith('\n')) continue;
        parts.at(-1)?.tokens.push(...textToken(token.text.slice(end, found.index)));
        end = found.index + found[0].length;
        ends.push(at + found.index);
        const from = at + found.index + Number(found[0].startsWith('\n'));
        parts.push({ label: found[1] ?? '', from, start: at + end, tokens: [] });
      }
      parts.at(-1)?.tokens.push(...(end === 0 ? [token] : textToken(token.text.slice(end))));
    }
    at += token.raw.length;
  }
  return parts
    .map(({ tokens, ...part }, n) => ({
      ...part,
      paragraph: { ...block, tokens },
      source: block.text.slice(part.start, ends[n]).replace(/^(?: {1,4}|\t)/gm, ''),
    }))
    .filter(({ label, paragraph: { tokens } }) => label !== null || tokens.length > 0);
}

const isPlain = (token: MarkedToken): token is Tokens.Text =>
  token.type === 'text' && !token.escaped && token.tokens === undefined;

const textToken = (text: string): Tokens.Text[] =>
  text === '' ? [] : [{ type: 'text', raw: text, text, escaped: false }];

const asTyped = (label: string, paragraph: Tokens.Paragraph): Tokens.Paragraph => ({
  ...paragraph,
  tokens: [{ type: 'text', raw: '', text: `[^${label}]: `, escaped: true }, ...paragraph.tokens],
});

/** A reference to a note. */
export interface NoteReference {
  /** Counted from 1, in the order of the first references. */
  readonly number: number;
  /** The number of this reference among those to the same note. */
  readonly use: number;
}

export interface Note {
  readonly number: number;
  readonly blocks: readonly MarkedToken[];
}

/** Numbers notes in the order of their references. */
export interface NoteNumbers {
  /** Splits a text at its references. */
  parts(text: string): (string | NoteReference)[];
  /** All notes by number, including those first referenced during the iteration; notes without a reference come last. */
  inOrder(): Iterable<Note>;
  /** The number of references to a note. */
  usesOf(number: number): number;
}

export function createNoteNumbers(notes: Annotated['notes']): NoteNumbers {
  const numbers = new Map<string, number>();
  const numbered: Note[] = [];
  const uses: number[] = [];
  let referencesLeft = MAX_REFERENCES;

  /** @returns null if there is no such note */
  function numberOf(key: string): number | null {
    const blocks = notes.get(key);
    if (!blocks) return null;
    const number = numbers.get(key) ?? numbered.length + 1;
    if (number > numbered.length) numbered.push({ number, blocks });
    numbers.set(key, number);
    return number;
  }

  function reference(label: string): NoteReference | null {
    const number = referencesLeft > 0 ? numberOf(noteKey(label)) : null;
    if (number === null) return null;
    referencesLeft -= 1;
    const use = (uses[number] ?? 0) + 1;
    uses[number] = use;
    return { number, use };
  }

  return {
    parts(text) {
      if (notes.size === 0 || !text.includes('[^')) return [text];
      const parts: (string | NoteReference)[] = [];
      let end = 0;
      for (const found of text.matchAll(REFERENCE)) {
        const made = reference(found[1] ?? '');
        if (!made) continue;
        parts.push(text.slice(end, found.index), made);
        end = found.index + found[0].length;
      }
      return [...parts, text.slice(end)].filter((part) => part !== '');
    },

    *inOrder() {
      const keys = notes.keys();
      for (let next = 0; ; next += 1) {
        while (numbered.length <= next) {
          const { done, value } = keys.next();
          if (done) return;
          numberOf(value);
        }
        yield numbered[next] as Note;
      }
    },

    usesOf: (number) => uses[number] ?? 0,
  };
}
