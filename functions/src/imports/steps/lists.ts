import { NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import { NAMED_LISTS, type NamedListKind } from '@inkwell/shared/named-lists';
import type { LineOf } from '../import-lines.ts';
import { pictureIn, placesOf } from './pictures-of-texts.ts';
import { redirectTo } from './redirects.ts';
import { act, type Step } from './step.ts';

/** New categories get the number after the highest one, so a file must not use up the numbers. */
const LAST_OWN_CATEGORY = 1_000_000;

export async function importList(line: LineOf<NamedListKind>, step: Step): Promise<void> {
  const { kind } = line;
  const { section } = NAMED_LISTS[kind];
  const list = step[section];
  const id = step.ids.of(kind, line.key, line.own?.id);
  const places = await placesOf([line.picture], step);
  const picture = line.own ? (line.own.picture ?? null) : pictureIn(places, line.picture);
  const input = { name: line.name, slug: line.slug, description: line.description, picture };
  let made = await list.create(id, input, act(step));
  if (made.kind === 'slug-taken') made = await list.create(id, { ...input, slug: undefined }, act(step));
  if (made.kind === 'changed' || made.kind === 'name-taken') step.maps[kind][line.key] = made.list.id;
  const to = `/${section}/${encodeURIComponent('list' in made ? made.list.slug : line.slug)}`;
  await redirectTo(line, to, step);
}

export async function importAuthor(line: LineOf<'author'>, step: Step): Promise<void> {
  const account = await step.writerWith(line.own ? { id: line.key } : { email: line.email });
  const id = account ?? step.ids.guest(line.key);
  if (!account) {
    const places = await placesOf([line.picture], step);
    const profileImageUrl = line.own ? (line.own.picture ?? null) : pictureIn(places, line.picture);
    const { name, text, website, handles } = line;
    await step.guests.create(id, { name, text, website, handles, profileImageUrl }, act(step));
  }
  step.maps.author[line.key] = id;
  await redirectTo(line, `/authors/${id}`, step);
}

export async function importCategory(line: LineOf<'category'>, step: Step): Promise<void> {
  const { name, description, own } = line;
  const preferredId = own?.id !== undefined && Number(own.id) <= LAST_OWN_CATEGORY ? Number(own.id) : null;
  const id = await step.categories.bring(
    {
      id: preferredId,
      name,
      description,
      icon: own?.icon ?? null,
      color: own?.color ?? null,
      order: own?.order ?? NO_CATEGORY_ORDER,
    },
    act(step),
  );
  step.maps.category[line.key] = id;
  await redirectTo(line, `/categories/${id}`, step);
}
