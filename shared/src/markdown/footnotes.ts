import type { MarkedToken, Token, Tokens } from 'marked';
import { NOTE_LABEL } from './note-labels.ts';
import { standardTokens } from './tokens.ts';

/*
 * Footnotes in GitHub's notation: `[^label]` in a line, and `[^label]: the note` at the beginning of one, whose further paragraphs are indented.
 * The parser knows neither, so both are found in what it took for text: what was escaped, or stands in code, stays what it is.
 */

const REFERENCE = new RegExp(NOTE_LABEL, 'g');
const DEFINITION = new RegExp(`(?:^|\\n) {0,3}${NOTE_LABEL}:[ \\t]*`, 'g');

/** Each is some 200 bytes of a page for five of the text, so there is an end to them; those beyond are shown as they were typed. */
const MAX_REFERENCES = 1_000;

/** GitHub's labels do not mind case. */
const keyOf = (label: string): string => label.toLowerCase();

/** Whether indented paragraphs that follow a block belong to a note that it ends with. */
export const endsInNote = (block: MarkedToken): boolean =>
  block.type === 'paragraph' && block.raw.includes('[^') && partsOf(block).at(-1)?.label !== null;

/** A text and its notes, by their labels and in the order of the text. */
export interface Annotated {
  readonly body: readonly MarkedToken[];
  readonly notes: ReadonlyMap<string, readonly MarkedToken[]>;
}

/**
 * Takes the notes out of the blocks of a text. Of two with the same label the first is one, and the other stays in the text.
 * @param read makes blocks of the text of an indented paragraph
 */
export function takeNotes(blocks: readonly MarkedToken[], read: (source: string) => MarkedToken[]): Annotated {
  const body: MarkedToken[] = [];
  const notes = new Map<string, MarkedToken[]>();
  /** The note that an indented paragraph would belong to. */
  let open: MarkedToken[] | null = null;
  for (const block of blocks) {
    if (block.type === 'paragraph') {
      open = null;
      for (const { label, paragraph } of partsOf(block)) {
        const isNote = label !== null && !notes.has(keyOf(label));
        open = isNote ? [paragraph] : null;
        if (isNote && open) notes.set(keyOf(label), open);
        else body.push(label === null ? paragraph : asTyped(label, paragraph));
      }
    } else if (open && block.type === 'code' && block.codeBlockStyle === 'indented') {
      open.push(...read(block.text));
    } else {
      if (block.type !== 'space') open = null;
      body.push(block);
    }
  }
  return { body, notes };
}

interface Part {
  /** Null for what stands before the first note. */
  readonly label: string | null;
  readonly paragraph: Tokens.Paragraph;
}

/** A paragraph as the notes that begin its lines, and what stands before them. */
function partsOf(block: Tokens.Paragraph): Part[] {
  if (!block.text.includes('[^')) return [{ label: null, paragraph: block }];
  const parts: { label: string | null; tokens: Token[] }[] = [{ label: null, tokens: [] }];
  let isLineStart = true;
  for (const token of standardTokens(block.tokens)) {
    if (!isPlain(token)) parts.at(-1)?.tokens.push(token);
    else {
      let end = 0;
      for (const found of token.text.matchAll(DEFINITION)) {
        if (found.index === 0 && !isLineStart && !found[0].startsWith('\n')) continue;
        parts.at(-1)?.tokens.push(...textToken(token.text.slice(end, found.index)));
        parts.push({ label: found[1] ?? '', tokens: [] });
        end = found.index + found[0].length;
      }
      parts.at(-1)?.tokens.push(...(end === 0 ? [token] : textToken(token.text.slice(end))));
    }
    isLineStart = token.type === 'br';
  }
  return parts
    .filter(({ label, tokens }) => label !== null || tokens.length > 0)
    .map(({ label, tokens }) => ({ label, paragraph: { ...block, tokens } }));
}

const isPlain = (token: MarkedToken): token is Tokens.Text =>
  token.type === 'text' && !token.escaped && token.tokens === undefined;

const textToken = (text: string): Tokens.Text[] =>
  text === '' ? [] : [{ type: 'text', raw: text, text, escaped: false }];

const asTyped = (label: string, paragraph: Tokens.Paragraph): Tokens.Paragraph => ({
  ...paragraph,
  tokens: [{ type: 'text', raw: '', text: `[^${label}]: `, escaped: true }, ...paragraph.tokens],
});

/** A place in the text that refers to a note. */
export interface NoteReference {
  /** From 1 on, in the order in which the text refers to notes. */
  readonly number: number;
  /** How often the note has been referred to up to here. */
  readonly use: number;
}

export interface Note {
  readonly number: number;
  readonly blocks: readonly MarkedToken[];
}

/** Numbers notes as they are referred to. */
export interface NoteNumbers {
  /** A text as its parts: what stands between references, and these. */
  parts(text: string): (string | NoteReference)[];
  /** All notes by their numbers, also those that are referred to while this is gone through; what nothing refers to comes last. */
  inOrder(): Iterable<Note>;
  /** How often a note has been referred to. */
  usesOf(number: number): number;
}

export function createNoteNumbers(notes: Annotated['notes']): NoteNumbers {
  const numbers = new Map<string, number>();
  const numbered: Note[] = [];
  const uses: number[] = [];
  let referencesLeft = MAX_REFERENCES;

  /** @returns null where there is no such note */
  function numberOf(key: string): number | null {
    const blocks = notes.get(key);
    if (!blocks) return null;
    const number = numbers.get(key) ?? numbered.length + 1;
    if (number > numbered.length) numbered.push({ number, blocks });
    numbers.set(key, number);
    return number;
  }

  function reference(label: string): NoteReference | null {
    const number = referencesLeft > 0 ? numberOf(keyOf(label)) : null;
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
