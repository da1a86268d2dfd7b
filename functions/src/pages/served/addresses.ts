import { decodedPath, isReservedPath } from '@inkwell/shared/addresses';
import type { RedirectTarget } from '../../addresses/addresses.repository.ts';
import { matchPattern, patternTarget, type RedirectPattern } from '../../addresses/redirect-patterns.ts';
import { withQuery } from '../current-address.ts';
import { type MovedPage, type PageContext, type ServedPage, unknownPage } from './served-page.ts';
import { type RequestedAddress, sitePage } from './text-pages.ts';

export async function addressPage(asked: RequestedAddress, context: PageContext): Promise<ServedPage> {
  const target = await targetOf(asked.path, context);
  const answer =
    target?.kind === 'page' ? await sitePage(target.id, asked, context) : await movedTo(target, asked, context);
  return answer ?? unknownPage(context, asked.path);
}

export async function earlierAddress(path: string, context: PageContext): Promise<MovedPage | null> {
  const found = await movedTo(await context.addresses.find(path), { path, query: '' }, context);
  return found && { ...found, passesQuery: true };
}

export const oldAddress = async (path: string, context: PageContext): Promise<MovedPage | null> =>
  movedTo(await targetOf(path, context), { path, query: '' }, context);

/** The target of a path, by its own redirect or by a pattern. */
const targetOf = async (path: string, { addresses, patterns }: PageContext) =>
  (await addresses.find(path)) ?? matchPattern(await patterns(), path);

type Target = Awaited<ReturnType<typeof targetOf>>;

/** The target of a redirect for a decoded path; null if there is none. Reads 1 more document if the rest of the path is appended. */
async function redirected(
  target: RedirectTarget | RedirectPattern,
  { path, query }: RequestedAddress,
  context: PageContext,
): Promise<string | null> {
  if (!('prefix' in target)) return withQuery(target.to, query);
  const to = patternTarget(target, path);
  if (to === target.to) return to;
  if (!to.startsWith('/')) return withQuery(to, query);
  const next = decodedPath(to);
  if (next === null) return null;
  const beyond = isReservedPath(next) ? null : await targetOf(next, context);
  if (beyond?.kind !== 'redirect') return withQuery(to, query);
  // For some paths, a pattern's target is itself redirected. Readers follow one redirect, and never a loop.
  return 'prefix' in beyond ? null : withQuery(beyond.to, query);
}

async function movedTo(target: Target, asked: RequestedAddress, context: PageContext): Promise<MovedPage | null> {
  if (target?.kind !== 'redirect') return null;
  const to = await redirected(target, asked, context);
  return to === null ? null : { kind: 'moved', to: await context.currentAddress(to), status: target.status };
}
