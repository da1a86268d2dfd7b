import { minimatch } from 'minimatch';
import { functionNameOf, type HostingConfig } from '../firebase-config.ts';

/** Returns the function of a path, or undefined for paths that Hosting serves itself. */
export type FunctionRouter = (path: string) => string | undefined;
/** Returns the headers that firebase.json sets on a path; later rules override earlier ones. */
export type HeaderRules = (path: string) => ReadonlyMap<string, string>;

/**
 * Reads the function rewrites of firebase.json. The first rewrite that matches decides, as in Hosting. Unlike Hosting, which serves
 * an existing file first, the gateway does not look for files, so none may be under a function's path.
 */
export function createFunctionRouter(hosting: HostingConfig): FunctionRouter {
  const rewrites = (hosting.rewrites ?? []).map((rewrite) => ({
    matches: glob(rewrite.source, { dot: true }), // A function's path may contain any names: `/api/notes/.x` is no hidden file.
    functionId: functionNameOf(rewrite),
  }));
  return (path) => rewrites.find(({ matches }) => matches(path))?.functionId;
}

/** Reads the header rules of firebase.json, which apply to answers of functions too. Names are in lower case. */
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

/** The matcher of superstatic, the server inside the Hosting emulator; a leading `!` negates the pattern. */
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
