import { minimatch } from 'minimatch';
import { functionNameOf, type HostingConfig, isRest } from '../firebase-config.ts';

/** Returns the function of a path; undefined for paths that Hosting serves itself. */
export type FunctionRouter = (path: string) => string | undefined;
/** Returns the headers that firebase.json sets for a path. Later rules override earlier ones. */
export type HeaderRules = (path: string) => ReadonlyMap<string, string>;

/**
 * Reads the function rewrites of firebase.json. As in Hosting, the first match decides.
 * @param takesRest false to omit a function for almost every path (`**`, `!/assets/**`)
 */
export function createFunctionRouter(hosting: HostingConfig, { takesRest = true } = {}): FunctionRouter {
  const all = hosting.rewrites ?? [];
  const rewrites = all
    .filter((rewrite) => takesRest || !isRest(rewrite))
    .map((rewrite) => ({
      matches: glob(rewrite.source, { dot: true }), // `/api/notes/.x` is not a hidden file.
      functionId: functionNameOf(rewrite),
    }));
  return (path) => rewrites.find(({ matches }) => matches(path))?.functionId;
}

/** Reads the header rules of firebase.json, which also apply to answers of functions. Names are lowercase. */
export function createHeaderRules(hosting: HostingConfig): HeaderRules {
  const rules = (hosting.headers ?? []).map(({ source, headers }) => ({ matches: glob(source), headers }));
  return (path) => {
    const found = new Map<string, string>();
    for (const { matches, headers } of rules) {
      if (matches(path)) for (const { key, value } of headers) found.set(key.toLowerCase(), value);
    }
    return found;
  };
}

/** The matcher of superstatic, the server inside the Hosting emulator. A leading `!` negates the pattern. */
function glob(pattern: string, options?: { dot: boolean }): (path: string) => boolean {
  const isNegated = pattern.startsWith('!');
  const regexp = minimatch.makeRe(isNegated ? pattern.slice(1) : pattern, options);
  if (regexp === false) throw new Error(`firebase.json: "${pattern}" is not a pattern`);
  return (path) => regexp.test(path) !== isNegated;
}

/** The path of a request target without its query, decoded if possible. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURI(path);
  } catch {
    return path; // Such a request is refused before routing: see refusals.ts.
  }
}
