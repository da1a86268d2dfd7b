import { ImportedRedirect, isRestPlaced, REST, type RedirectInput } from '@inkwell/shared/redirects';
import { reportLine } from './fitting.ts';
import type { Imported } from './records.ts';

/** A rule of the old site: from a path to a path or an address. `*`, `:splat` and `[...slug]` match the rest of a path. */
export interface OldRule {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

/** The rules in `_redirects`, in the format of Netlify and Cloudflare. Rules that depend on more than the path have the status 0. */
export function rulesOf(source: string): OldRule[] {
  return source.split(/\r?\n/).flatMap((line) => {
    const [from = '', ...rest] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const at = rest.findIndex((word) => /^(?:\/|https?:)/.test(word));
    if (from === '' || at < 0) return from === '' ? [] : [{ from, to: rest.join(' '), status: 0 }];
    const code = rest[at + 1] ?? '301';
    const isPlain = at === 0 && rest.length <= 2 && /^30[1278]!?$/.test(code);
    return [{ from, to: rest[at] ?? '', status: isPlain ? Number(code.slice(0, 3)) : 0 }];
  });
}

/** Converts the redirects of a folder's site. Redirects that cannot be converted are reported. */
export const folderRedirects = (
  rules: readonly OldRule[],
  { base, published }: { readonly base: string; readonly published: (path: string) => string },
): Generator<Imported> => redirectRecords(rules, (rule) => redirectOf({ ...rule, to: published(rule.to) }, base));

/** Yields the redirect that `redirectOf` returns for each rule, or reports its reason. If two rules have the same path, the first one counts. */
export function* redirectRecords<Rule extends Pick<OldRule, 'from' | 'to'>>(
  rules: Iterable<Rule>,
  redirectOf: (rule: Rule) => RedirectInput | string,
): Generator<Imported> {
  const seen = new Set<string>();
  for (const rule of rules) {
    const made = redirectOf(rule);
    const why = typeof made === 'string' ? made : seen.has(made.from) ? 'An earlier rule has this address' : null;
    if (typeof made === 'string' || why !== null) {
      const from = rule.from || null;
      const text = `${why}: ${rule.from.slice(0, 400)} to ${rule.to.slice(0, 400)}`;
      yield reportLine('redirect-left-out', text, from, from);
      continue;
    }
    seen.add(made.from);
    yield { kind: 'redirect', key: made.from.slice(0, 400), ...made };
  }
}

function redirectOf({ from, to, status }: OldRule, base: string): RedirectInput | string {
  if (![301, 302, 307, 308].includes(status)) return 'A rule like this has no equal';
  const written = from.replace(/\/\[\.\.\.\w+\]$/, '/*').replace(/(?<=.)\/+$/, '');
  if (/\[|\/:/.test(written)) return 'A pattern like this has no equal';
  const target = to.replace(/\/\[\.\.\.\w+\]$/, `/${REST}`);
  const isBelow = base === '' || written === base || written.startsWith(`${base}/`);
  const read = ImportedRedirect.safeParse({
    from: isBelow ? written : `${base}${written}`,
    to: target.startsWith('/') ? target.replace(/(?<=.)\/+$/, '') : target.replace(/^http:/i, 'https:'),
    status: status === 302 || status === 307 ? 302 : 301,
  });
  if (!read.success) return read.error.issues[0]?.message ?? 'The address was refused';
  return isRestPlaced(read.data) ? read.data : 'A pattern like this has no equal';
}
