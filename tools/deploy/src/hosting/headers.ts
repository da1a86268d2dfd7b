export interface Header {
  readonly key: string;
  readonly value: string;
}

export interface HeaderRule {
  readonly source: string;
  readonly headers: readonly Header[];
}

/** Tells which paths a pattern of firebase.json means. */
export type Matcher = (pattern: string) => (path: string) => boolean;

/** The headers that the rules give a path: later rules win, as in Hosting (firebase-tools#8917, #9467). Names in lower case. */
export function headersOf(rules: readonly HeaderRule[], path: string, matcher: Matcher): ReadonlyMap<string, string> {
  const matching = rules.filter(({ source }) => matcher(source)(path));
  return new Map(matching.flatMap(({ headers }) => headers.map(({ key, value }) => [key.toLowerCase(), value])));
}
