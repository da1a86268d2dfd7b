import { RE2JS } from 're2js';
import { EvaluationError, LimitError } from './errors.ts';
import { estimatePatternSize } from './pattern-size.ts';

/** The most steps of one match (states of the pattern times characters), about 100 ms. */
const MAX_WORK = 20_000_000;
const MAX_PATTERN_LENGTH = 10_000;
/** The most instructions of one pattern, about 100 ms of compiling. RE2 itself stops at a few 100,000. */
const MAX_PATTERN_SIZE = 30_000;
const CACHE_SIZE = 200;
const cache = new Map<string, RE2JS>();

/**
 * Compiles a pattern in the syntax of RE2, which Google's runtime uses: no look-around, no back-references, and time
 * linear in the length of the text.
 * @throws EvaluationError for patterns that RE2 refuses
 */
export function compilePattern(pattern: string): RE2JS {
  const known = cache.get(pattern);
  if (known) return known;
  if (pattern.length > MAX_PATTERN_LENGTH || estimatePatternSize(pattern) > MAX_PATTERN_SIZE) {
    throw new LimitError('Regular expression pattern is too large.');
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    throw new EvaluationError(`Invalid regular expression pattern. Pattern: ${pattern.slice(0, 200)}.`);
  }
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value ?? '');
  cache.set(pattern, compiled);
  return compiled;
}

/** The cost of compiling a pattern, in instructions; zero if it is cached. */
export function compilingCost(pattern: string): number {
  return cache.has(pattern) || pattern.length > MAX_PATTERN_LENGTH ? 0 : estimatePatternSize(pattern);
}

/** Whether the whole of `text` matches (rules.String#matches). */
export function matchesWhole(text: string, pattern: string): boolean {
  return bounded(pattern, text).matches(text);
}

/** Replaces every match; `$1` in `replacement` is a group, as in RE2/J (rules.String#replace). */
export function replaceAll(text: string, pattern: string, replacement: string): string {
  try {
    return bounded(pattern, text).matcher(text).replaceAll(replacement, true);
  } catch (error) {
    if (error instanceof EvaluationError) throw error;
    throw new EvaluationError('Invalid replacement string.');
  }
}

/**
 * Splits at every match, including empty ones, and drops empty pieces at the end, as RE2/J does: `'abc'.split('')`
 * begins with an empty piece. If all pieces are empty, the result is one empty piece (rules.String#split).
 */
export function split(text: string, pattern: string): string[] {
  const matcher = bounded(pattern, text).matcher(text);
  const pieces: string[] = [];
  let last = 0;
  while (matcher.find()) {
    pieces.push(text.slice(last, matcher.start()));
    last = matcher.end();
  }
  pieces.push(text.slice(last));
  while (pieces.length > 1 && pieces.at(-1) === '') pieces.pop();
  return pieces;
}

function bounded(pattern: string, text: string): RE2JS {
  const compiled = compilePattern(pattern);
  if (compiled.programSize() * text.length > MAX_WORK) throw new LimitError('Regular expression takes too long.');
  return compiled;
}
