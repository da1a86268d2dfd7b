import { REDIRECT_TEXTS, type RedirectInput } from '@inkwell/shared/redirects';
import type { LineOf } from '../import-lines.ts';
import { redirectable } from '../imported-posts.repository.ts';
import { newPlaceOf } from '../rewriting.ts';
import { act, type Remark, type Step } from './step.ts';

type Moved = LineOf<'author' | 'category' | 'tag' | 'series' | 'post' | 'page'>;

const nameOf = (line: Moved): string => ('title' in line ? line.title : line.name);

/** The earlier addresses that can lead to the new one; the others are reported. */
export function redirectableOf(line: Moved, to: string, step: Step): string[] {
  const { possible, refused } = redirectable(line.oldPaths, to);
  for (const { address, why } of refused) step.report(notRedirected(address, nameOf(line), why));
  return possible;
}

/** Redirects the earlier addresses of a page, and reports those that are taken. */
export async function redirectTo(line: Moved, to: string, step: Step): Promise<void> {
  const redirects = redirectableOf(line, to, step).map((from) => ({ from, to, status: 301 as const }));
  if (redirects.length > 0) await store(redirects, nameOf(line), step);
}

export function importRedirects(lines: readonly LineOf<'redirect'>[], step: Step): Promise<void> {
  const redirects = lines.map(({ from, to, status }) => ({ from, to: newPlaceOf(to, step.links), status }));
  return store(redirects, null, step);
}

async function store(redirects: readonly RedirectInput[], about: string | null, step: Step): Promise<void> {
  const changes = await step.redirects.create(redirects, act(step));
  for (const [n, change] of changes.entries())
    if (change.kind !== 'done') step.report(notRedirected(redirects[n]?.from ?? '', about, refusalText(change.kind)));
}

const refusalText = (kind: string): string =>
  kind in REDIRECT_TEXTS ? REDIRECT_TEXTS[kind as keyof typeof REDIRECT_TEXTS] : REDIRECT_TEXTS.taken;

export const notRedirected = (address: string, about: string | null, why: string): Remark => ({
  reason: 'redirect-left-out',
  text: `This address does not lead to the new place: ${why}`,
  about,
  address,
});
