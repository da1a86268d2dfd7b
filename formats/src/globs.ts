/** Whether a text has a form. */
export type Glob = (text: string) => boolean;

const MAX_LENGTH = 300;
const MAX_WAYS = 50;

/** `{a,b}` as patterns without braces; null where there are too many, or they are not closed. */
function waysOf(pattern: string): string[] | null {
  let ways = [pattern];
  for (let brace = /\{([^{}]*)\}/.exec(pattern); brace; brace = /\{([^{}]*)\}/.exec(ways[0] ?? '')) {
    const [whole, inner = ''] = brace;
    ways = ways.flatMap((way) => inner.split(',').map((one) => way.replace(whole, () => one)));
    if (ways.length > MAX_WAYS) return null;
  }
  return ways.some((way) => /[{}]/.test(way)) ? null : ways;
}

/** Takes time in proportion to both lengths, whatever the pattern: all places in it that may be reached are kept. */
function matches(parts: readonly string[], text: string): boolean {
  const isRest = (at: number): boolean => parts[at] === '*' || parts[at] === '**';
  const reach = (places: Set<number>, at: number): void => {
    places.add(at);
    if (isRest(at)) reach(places, at + 1);
  };
  let places = new Set<number>();
  reach(places, 0);
  for (const sign of text) {
    const next = new Set<number>();
    for (const at of places) {
      const part = parts[at];
      if (part === '**' || (part === '*' && sign !== '/')) reach(next, at);
      else if (part === sign || (part === '?' && sign !== '/')) reach(next, at + 1);
    }
    places = next;
  }
  return places.has(parts.length);
}

/** A pattern of paths as Hugo has it: `**` for anything, `*` for all of a segment, `?`, `{a,b}`. Null for one that is too long to try. */
export function globOf(pattern: string): Glob | null {
  const ways = pattern.length > MAX_LENGTH ? null : waysOf(pattern.toLowerCase());
  const parts = ways?.map((way) => way.match(/\*\*|[\s\S]/gu) ?? []);
  return parts ? (text) => parts.some((one) => matches(one, text.toLowerCase())) : null;
}
