export interface Header {
  readonly key: string;
  readonly value: string;
}

export interface HeaderRule {
  readonly source: string;
  readonly headers: readonly Header[];
}

/** Whether a path matches a pattern of firebase.json. */
export type Matcher = (pattern: string) => (path: string) => boolean;

/** The headers that the rules set for a path, by lowercase name. Later rules take precedence, as in Hosting (firebase-tools#8917, #9467). */
export function headersOf(rules: readonly HeaderRule[], path: string, matcher: Matcher): ReadonlyMap<string, string> {
  const matching = rules.filter(({ source }) => matcher(source)(path));
  return new Map(matching.flatMap(({ headers }) => headers.map(({ key, value }) => [key.toLowerCase(), value])));
}
