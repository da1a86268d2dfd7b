/*
 * Values of a configuration that is written in JavaScript, as far as they are literals: strings, numbers, lists and objects. It is read, never
 * run. What is computed is left out.
 */

export type Literal = string | number | boolean | readonly Literal[] | { readonly [name: string]: Literal };

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$][\w$.-]*|[^\s]/g;

const OPEN = '([{';
const CLOSE = ')]}';
const MAX_DEPTH = 50;
/** Fields of one name that are looked at. */
const MAX_TRIED = 100;

interface Tokens {
  readonly list: readonly string[];
  at: number;
}

const isString = (token: string): boolean => /^["'`]/.test(token) && token.length > 1;

const unquoted = (token: string): string =>
  token.slice(1, -1).replace(/\\(u\{[\da-f]{1,6}\}|u[\da-f]{4}|[\s\S])/gi, (_, sign: string) => {
    const code = /^u\{?([\da-f]+)\}?$/i.exec(sign)?.[1];
    return code === undefined
      ? sign.replace('n', '\n')
      : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
  });

/** Behind the end of what stands here: a comma or the end of what is around it. */
function skip(tokens: Tokens): void {
  let depth = 0;
  for (; tokens.at < tokens.list.length; tokens.at += 1) {
    const token = tokens.list[tokens.at] ?? '';
    if (depth === 0 && (token === ',' || CLOSE.includes(token))) return;
    if (OPEN.includes(token)) depth += 1;
    else if (CLOSE.includes(token)) depth -= 1;
  }
}

/** The value here; undefined for one that is computed. Stands behind it afterwards. */
function valueAt(tokens: Tokens, depth: number): Literal | undefined {
  const token = tokens.list[tokens.at] ?? '';
  let value: Literal | undefined;
  if (token === '[' || token === '{') {
    if (depth < MAX_DEPTH) value = token === '[' ? listAt(tokens, depth) : objectAt(tokens, depth);
  } else {
    if (isString(token) && !(token.startsWith('`') && token.includes('${'))) value = unquoted(token);
    else if (/^-?\d+(?:\.\d+)?$/.test(token)) value = Number(token);
    else if (token === 'true' || token === 'false') value = token === 'true';
    if (value !== undefined) tokens.at += 1;
  }
  const next = tokens.list[tokens.at];
  if (value !== undefined && (next === undefined || next === ',' || CLOSE.includes(next))) return value;
  skip(tokens);
  return undefined;
}

function listAt(tokens: Tokens, depth: number): Literal[] {
  const list: Literal[] = [];
  tokens.at += 1;
  while (tokens.at < tokens.list.length && !CLOSE.includes(tokens.list[tokens.at] ?? '')) {
    const value = valueAt(tokens, depth + 1);
    if (value !== undefined) list.push(value);
    if (tokens.list[tokens.at] === ',') tokens.at += 1;
  }
  tokens.at += 1;
  return list;
}

function objectAt(tokens: Tokens, depth: number): Readonly<Record<string, Literal>> {
  const fields = new Map<string, Literal>();
  tokens.at += 1;
  while (tokens.at < tokens.list.length && !CLOSE.includes(tokens.list[tokens.at] ?? '')) {
    const name = tokens.list[tokens.at] ?? '';
    if (tokens.list[tokens.at + 1] === ':') {
      tokens.at += 2;
      const value = valueAt(tokens, depth + 1);
      if (value !== undefined) fields.set(isString(name) ? unquoted(name) : name, value);
    } else skip(tokens);
    if (tokens.list[tokens.at] === ',') tokens.at += 1;
  }
  tokens.at += 1;
  return Object.fromEntries(fields);
}

/** The first value that stands behind a name, at any depth; undefined where there is none or it is computed. */
export function literalOf(source: string, name: string): Literal | undefined {
  const list = (source.match(TOKEN) ?? []).filter((token) => !/^\/[/*]/.test(token));
  let tried = 0;
  for (let at = 0; at < list.length - 1 && tried < MAX_TRIED; at += 1) {
    const isGiven = list[at + 1] === ':' || (list[at + 1] === '=' && list[at - 1] === 'const');
    if (!isGiven || (list[at] !== name && !(isString(list[at] ?? '') && unquoted(list[at] ?? '') === name))) continue;
    tried += 1;
    const value = valueAt({ list, at: at + 2 }, 0);
    if (value !== undefined) return value;
  }
  return undefined;
}
