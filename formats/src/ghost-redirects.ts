import { ImportedRedirect, isRestPlaced, REST, type RedirectInput } from '@inkwell/shared/redirects';
import { parse } from 'yaml';
import { wholeText } from './fitting.ts';
import { redirectRecords } from './folder-redirects.ts';
import { type Imported, ImportFault, type ImportSource } from './records.ts';

interface Rule {
  readonly from: string;
  readonly to: string;
  readonly isPermanent: boolean;
}

/**
 * Reads Ghost's `redirects.json` or `redirects.yaml`. Old addresses are regular expressions. Expressions for one address, or for all addresses with
 * one prefix, become redirects; others are reported.
 * @throws ImportFault if the file is neither
 */
export async function* readGhostRedirects({ source }: { readonly source: ImportSource }): AsyncGenerator<Imported> {
  yield* redirectRecords(rulesIn(await wholeText(source), source.name), redirectOf);
}

function* rulesIn(text: string, file: string): Generator<Rule> {
  const isJson = /^[\s\ufeff]*[[{]/.test(text);
  let read: unknown;
  try {
    read = isJson ? JSON.parse(text.replace(/^\ufeff/, '')) : parse(text, { maxAliasCount: 100 });
  } catch (error) {
    const line = (error as { linePos?: readonly { line: number }[] }).linePos?.[0]?.line;
    throw new ImportFault(
      `This is no ${isJson ? 'JSON' : 'YAML'}`,
      { file, ...(line !== undefined && { line }) },
      { cause: error },
    );
  }
  if (read === null || read === undefined) return;
  if (Array.isArray(read)) {
    for (const [index, rule] of read.entries()) {
      if (typeof rule?.from !== 'string' || typeof rule?.to !== 'string')
        throw new ImportFault('A rule needs from and to', { file, record: index + 1 });
      yield { from: rule.from, to: rule.to, isPermanent: rule.permanent !== false };
    }
    return;
  }
  for (const [status, rules] of Object.entries(read as Record<string, unknown>)) {
    if (!/^30[12]$/.test(status) || typeof rules !== 'object' || rules === null)
      throw new ImportFault('Redirects stand below 301 and 302', { file });
    for (const [from, to] of Object.entries(rules)) yield { from, to: String(to), isPermanent: status === '301' };
  }
}

/** The redirect for a rule, or the reason why there is none. */
function redirectOf({ from, to, isPermanent }: Rule): RedirectInput | string {
  const path = literalOf(from);
  if (path === null) return 'A pattern like this has no equal';
  const target =
    to
      .trim()
      .replace(/^__GHOST_URL__/, '')
      .replace(/^http:\/\//i, 'https://') || '/';
  const asked = {
    from: path,
    to: path.endsWith('*') ? target.replace(/\/\$1\/?$/, `/${REST}`) : target,
    status: isPermanent ? 301 : 302,
  };
  if (/\$\d/.test(asked.to)) return 'A target that is put together has no equal';
  const read = ImportedRedirect.safeParse(asked);
  if (!read.success) return read.error.issues[0]?.message ?? 'The address was refused';
  return isRestPlaced(read.data) ? read.data : 'A pattern like this has no equal';
}

/** The path that a regular expression matches, with `*` for a prefix; null for other expressions. */
export function literalOf(expression: string): string | null {
  const wrapped = /^\/(\^.*|\\.*)\/[a-z]*$/s.exec(expression)?.[1];
  const bare = (wrapped ?? expression.replace(/(?<=.)\/i$/, '')).replace(/^\^/, '').replace(/\$$/, '');
  const rest = /(?:\((?:\?:)?(?:\.|\[\^\\?\/\]|\\[wd]|\[[\w\\-]+\])[*+]\??\)(?:\\?\/\??)?|\.\*)$/.exec(bare);
  const path = withoutEscapes(rest ? bare.slice(0, -rest[0].length) : bare.replace(/\\?\/\?$/, ''));
  if (path === null || !path.startsWith('/')) return null;
  return rest ? `${path}*` : path;
}

/** Resolves escaped characters and takes dots literally; null if any other character has a special meaning. */
function withoutEscapes(expression: string): string | null {
  let out = '';
  for (let at = 0; at < expression.length; at += 1) {
    const sign = expression.charAt(at);
    if (sign === '\\') {
      at += 1;
      if (/[\p{L}\p{N}]/u.test(expression.charAt(at)) || at === expression.length) return null;
      out += expression.charAt(at);
    } else if (/[?()[\]{}+*|^$]/.test(sign)) return null;
    else out += sign;
  }
  return out;
}
