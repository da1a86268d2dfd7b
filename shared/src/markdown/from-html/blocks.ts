import { parseMarkdown } from '../tokens.ts';
import { lineMarkdown, type Run, runsMarkdown } from './runs.ts';

/** A text in a form that the product's Markdown supports. */
export type Block =
  | { readonly is: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly is: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly is: 'list'; readonly start: number | null; readonly items: readonly Item[] }
  | { readonly is: 'quote'; readonly blocks: readonly Block[] }
  | { readonly is: 'code'; readonly language: string; readonly text: string }
  /** The first row is the header. */
  | { readonly is: 'table'; readonly rows: readonly (readonly (readonly Run[])[])[]; readonly aligns: readonly Align[] }
  | { readonly is: 'rule' }
  /** Alone in its paragraph, the address becomes a card. */
  | { readonly is: 'address'; readonly address: string }
  | { readonly is: 'markdown'; readonly text: string }
  | { readonly is: 'note'; readonly label: string; readonly blocks: readonly Block[] };

export type Align = 'left' | 'center' | 'right' | null;

export interface Item {
  /** Whether the task is done; null for an item that is not a task. */
  readonly task: boolean | null;
  readonly blocks: readonly Block[];
}

/** The maximum number of rows of one table; the parser reads at most 300 lines at once. */
const TABLE_ROWS = 250;

const indented = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${by}`);

const fenceFor = (text: string): string => {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((ticks) => ticks.length));
  return '`'.repeat(longest + 1);
};

function codeMarkdown(text: string, language: string): string {
  const fence = fenceFor(text);
  return `${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ''}\n${text.replace(/(?<!\n)\n+$/, '')}\n${fence}`;
}

function tableMarkdown({ rows, aligns }: Extract<Block, { is: 'table' }>): string {
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const row = (cells: readonly (readonly Run[])[]): string =>
    `| ${Array.from({ length: columns }, (_, n) => lineMarkdown(cells[n] ?? []).replaceAll('|', '\\|')).join(' | ')} |`;
  const signs = { left: ':--', center: ':-:', right: '--:' };
  const line = `| ${Array.from({ length: columns }, (_, n) => (aligns[n] ? signs[aligns[n]] : '---')).join(' | ')} |`;
  const [header = [], ...body] = rows;
  const parts: string[] = [];
  for (let at = 0; at === 0 || at < body.length; at += TABLE_ROWS) {
    parts.push([row(header), line, ...body.slice(at, at + TABLE_ROWS).map(row)].join('\n'));
  }
  return parts.join('\n\n');
}

/** A list with one line per item, unless items have several blocks. */
function listMarkdown({ start, items }: Extract<Block, { is: 'list' }>, isOther: boolean): string {
  const isTight = items.every(({ blocks: [first, second, third] }) => {
    if (third || (first && first.is !== 'paragraph')) return false;
    return second === undefined || (second.is === 'list' && (second.start === null || second.start === 1));
  });
  const bullet = isOther ? '+' : '-';
  const lines = items.map(({ task, blocks }, index) => {
    const mark = start === null ? bullet : `${Math.min(start + index, 999_999_999)}${isOther ? ')' : '.'}`;
    const box = task === null ? '' : `[${task ? 'x' : ' '}] `;
    const text = blocksMarkdown(blocks, isTight ? '\n' : '\n\n');
    return `${mark} ${box}${indented(text, ' '.repeat(mark.length + 1))}`.trimEnd();
  });
  return lines.join(isTight ? '\n' : '\n\n');
}

/** Markdown by others. An open fence is closed, so that it does not swallow the following text. */
function ownMarkdown(text: string): string {
  const trimmed = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
  const last = parseMarkdown(trimmed).at(-1);
  const fence =
    last?.type === 'code' && last.codeBlockStyle !== 'indented' ? /^ {0,3}(`{3,}|~{3,})/.exec(last.raw)?.[1] : null;
  if (!fence || (last?.raw.trimEnd().endsWith(`\n${fence}`) ?? false)) return trimmed;
  return `${trimmed}\n${fence}`;
}

const quoted = (text: string): string => (text === '' ? '' : text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>'));

function blockMarkdown(block: Block, isOther: boolean): string {
  switch (block.is) {
    case 'paragraph':
      return runsMarkdown(block.runs);
    case 'heading': {
      const line = lineMarkdown(block.runs).replace(/(?<!#)#+$/, (signs) => `\\${signs}`);
      return line === '' ? '' : `${'#'.repeat(Math.min(6, Math.max(1, block.level)))} ${line}`;
    }
    case 'list':
      return listMarkdown(block, isOther);
    case 'quote':
      return quoted(blocksMarkdown(block.blocks));
    case 'code':
      return codeMarkdown(block.text, block.language);
    case 'table':
      return tableMarkdown(block);
    case 'rule':
      return '***';
    case 'address':
      return block.address;
    case 'markdown':
      return ownMarkdown(block.text);
    case 'note':
      return indented(`[^${block.label}]: ${blocksMarkdown(block.blocks)}`, '    ');
  }
}

/** The Markdown of blocks, separated by blank lines. */
export function blocksMarkdown(blocks: readonly Block[], between = '\n\n'): string {
  const parts: string[] = [];
  let before: Block | undefined;
  let isOther = false;
  for (const block of blocks) {
    // Two adjacent lists would become one.
    isOther = block.is === 'list' && before?.is === 'list' && !isOther;
    const text = blockMarkdown(block, isOther);
    if (text === '') continue;
    parts.push(text);
    before = block;
  }
  return parts.join(between);
}
