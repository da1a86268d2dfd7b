import { EXPORTED_PAGE_FIELDS, PLAIN_FIELDS, type PlainField } from '@inkwell/formats/exported-fields';
import type { ImportedPicture, ReportLine } from '@inkwell/formats/records';
import { NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import type { AppError } from '@inkwell/shared/errors';
import { ImageUrl } from '@inkwell/shared/fields';
import { IMAGE_FOLDER } from '@inkwell/shared/images';
import type { Menu } from '@inkwell/shared/menu';
import { NO_MENU } from '@inkwell/shared/menu';
import { NAMED_LISTS, type NamedListKind } from '@inkwell/shared/named-lists';
import { REDIRECT_TEXTS } from '@inkwell/shared/redirects';
import { DEFAULT_SETTINGS, type Settings, type SettingsPatch, SomeSettings } from '@inkwell/shared/settings';
import { postPath, sitePagePath } from '@inkwell/shared/slug';
import type { AddressTarget } from '../addresses/addresses.repository.ts';
import type { GuestRepository } from '../authors/guests.repository.ts';
import type { CategoryRepository } from '../categories/categories.repository.ts';
import { newComment, type StoredComment } from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import type { Clock } from '../common/clock.ts';
import type { PageDone } from '../jobs/job.ts';
import type { StoredList } from '../named-lists/named-lists.converter.ts';
import type { NamedListRepository } from '../named-lists/named-lists.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { newPost, type StoredPost } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { PostRemover } from '../posts/removal/post-removal.repository.ts';
import type { PostWriter } from '../posts/saving/post-writes.repository.ts';
import type { RedirectRepository } from '../redirects/redirects.repository.ts';
import type { SettingsRepository } from '../settings/settings.repository.ts';
import { pictureProblem, SITE_PICTURES } from '../settings/settings.service.ts';
import type { PictureFacts } from '../uploads/image-processing.ts';
import { type PublicBucket, publicUrl } from '../uploads/image-url.ts';
import { addressOfPicture, type Links, levelOf, type Parents } from './first-pass.ts';
import { chunkPath, type ImportArea, linesIn } from './import-area.ts';
import { createImportIds, type ImportIds } from './import-ids.ts';
import { type LineKind, type LineOf, readLine } from './import-lines.ts';
import type { ImportPictures } from './import-pictures.service.ts';
import type { ImportedPost, ImportedPostRepository } from './imported-posts.repository.ts';
import { redirectable } from './imported-posts.repository.ts';
import type { ImportedSubscriberRepository } from './imported-subscribers.repository.ts';
import type { ImportedSuppressionRepository } from './imported-suppressions.repository.ts';
import type { ImportPosition, StoredImport } from './imports.converter.ts';
import type { ImportRepository } from './imports.repository.ts';
import { newPlaceOf, withAddresses, withLinks } from './rewriting.ts';

/** The ids of imported records, by their keys in the file. */
interface Maps {
  readonly author: Record<string, string>;
  readonly category: Record<string, number>;
  readonly tag: Record<string, string>;
  readonly series: Record<string, string>;
}

/** The state of an import during one step. */
interface Step {
  readonly stored: StoredImport;
  readonly area: ImportArea;
  readonly ids: ImportIds;
  readonly maps: Maps;
  readonly links: Links;
  readonly parents: Parents;
  readonly round: number;
  /** The time of all records without their own time; the same in every step. */
  readonly at: Date;
  /** Adds a line to the report. */
  readonly report: (line: Omit<ReportLine, 'kind'>) => void;
}

export interface ImportSteps {
  /**
   * Imports records for a few seconds, and stores the start of the next step. A paused or discarded import ends the job. After an interrupted step,
   * the next one finds the records that it stored.
   */
  step(id: string): Promise<PageDone<number>>;
  /** The total number of records. Reads 1 document. */
  total(id: string): Promise<number | null>;
}

interface Dependencies {
  readonly imports: Pick<ImportRepository, 'find' | 'progress'>;
  readonly areaOf: (id: string) => ImportArea;
  readonly pictures: Pick<PictureTable, 'imported'>;
  readonly importPictures: ImportPictures;
  /** The account with this verified address, or with this id, if it may write; otherwise null. */
  readonly writerWith: (found: { readonly email?: string | null; readonly id?: string }) => Promise<string | null>;
  /** The account with this verified address, or with this id; null if there is none. */
  readonly accountWith: (found: { readonly email?: string; readonly id?: string }) => Promise<string | null>;
  readonly guests: Pick<GuestRepository, 'create' | 'nameOnly'>;
  readonly categories: Pick<CategoryRepository, 'bring'>;
  readonly tags: Pick<NamedListRepository<StoredList>, 'create'>;
  readonly series: Pick<NamedListRepository<StoredList>, 'create'>;
  readonly posts: ImportedPostRepository;
  readonly storedPosts: Pick<PostRepository, 'findCardsAndTrash'>;
  readonly pages: Pick<PostWriter, 'create'>;
  readonly pageRemover: Pick<PostRemover, 'trash'>;
  readonly comments: Pick<CommentRepository, 'change' | 'find'>;
  readonly redirects: Pick<RedirectRepository, 'create'>;
  /** Makes old queries lead to their posts, through the numbers in the keys. */
  readonly noteNumbered: (source: { source: string; template: string }) => Promise<void>;
  readonly bringAddress: (path: string, target: AddressTarget) => Promise<void>;
  readonly settings: Pick<SettingsRepository, 'read' | 'change'>;
  /** The properties of a stored picture, read from its bytes; null if the picture is not stored here. */
  readonly pictureFacts: (url: string) => Promise<PictureFacts | null>;
  readonly subscribers: ImportedSubscriberRepository;
  readonly suppressions: ImportedSuppressionRepository;
  readonly suppress: (email: string, decision: { actorId: string; remark: string; at: Date }) => Promise<unknown>;
  readonly publicBucket: PublicBucket;
  readonly clock: Clock;
  /** For this time, a step starts new batches. */
  readonly stepMs?: number;
}

/** Much shorter than the lease of a job. */
const STEP_MS = 8_000;
/** The maximum size of the texts stored in one transaction. */
const BATCH_BYTES = 1_500_000;

interface Phase<K extends LineKind> {
  readonly kind: K;
  /** The number of lines per batch. */
  readonly batch: number;
  /** Whether the records are processed once for each level of replies. */
  readonly isInRounds?: true;
  readonly handle: (lines: readonly LineOf<K>[], step: Step) => Promise<void>;
}

/** Whether a menu or setting still has its default. Imported values replace only defaults. */
const isUnset = (value: unknown, standard: unknown): boolean => JSON.stringify(value) === JSON.stringify(standard);

const dateOf = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);

/** The time of a past action: not later than the import. */
const pastOf = (instant: string | null | undefined, { at }: { readonly at: Date }): Date | null => {
  const date = dateOf(instant);
  return date && date > at ? at : date;
};

export function createImportSteps(dependencies: Dependencies): ImportSteps {
  const { imports, areaOf, pictures, importPictures, publicBucket, clock, stepMs = STEP_MS } = dependencies;
  const act = ({ stored, at }: Step) => ({ actorId: stored.createdBy, at });
  const inBucket = (name: string): string => publicUrl(publicBucket, `${IMAGE_FOLDER}/${name}`);

  /** The new addresses of imported pictures, by their addresses in texts. Pictures that could not be imported keep their addresses. */
  async function placesOf(found: readonly (ImportedPicture | null | undefined)[], { ids }: Step) {
    const existing = found.filter((picture) => picture !== null && picture !== undefined);
    const keys = [...new Set(existing.map((picture) => ids.picture(addressOfPicture(picture))))];
    const names = new Map<string, string>();
    for (let start = 0; start < keys.length; start += 30)
      for (const [key, name] of await pictures.imported(keys.slice(start, start + 30))) names.set(key, name);
    const places = new Map<string, string>();
    for (const picture of existing) {
      const name = names.get(ids.picture(addressOfPicture(picture)));
      if (name) places.set(picture.address, inBucket(name));
    }
    return places;
  }

  /** The address of a picture that belongs to a text: in the bucket, or else its original https address. */
  const pictureIn = (places: ReadonlyMap<string, string>, picture: ImportedPicture | null): string | null =>
    picture && (places.get(picture.address) ?? (isOutside(picture.url) ? picture.url : null));

  async function named(kind: NamedListKind, line: LineOf<NamedListKind>, step: Step): Promise<void> {
    const { section } = NAMED_LISTS[kind];
    const list = dependencies[section];
    const id = step.ids.of(kind, line.key, line.own?.id);
    const places = await placesOf([line.picture], step);
    const picture = line.own ? (line.own.picture ?? null) : pictureIn(places, line.picture);
    const input = { name: line.name, slug: line.slug, description: line.description, picture };
    let made = await list.create(id, input, act(step));
    if (made.kind === 'slug-taken') made = await list.create(id, { ...input, slug: undefined }, act(step));
    if (made.kind === 'changed' || made.kind === 'name-taken') step.maps[kind][line.key] = made.list.id;
    const to = `/${section}/${encodeURIComponent('list' in made ? made.list.slug : line.slug)}`;
    await redirectTo(line.oldPaths, to, line.name, step);
  }

  async function redirectTo(oldPaths: readonly string[], to: string, about: string, step: Step): Promise<void> {
    const { possible, refused } = redirectable(oldPaths, to);
    for (const { address, why } of refused) step.report(notRedirected(address, about, why));
    if (possible.length === 0) return;
    const changes = await dependencies.redirects.create(
      possible.map((from) => ({ from, to, status: 301 as const })),
      act(step),
    );
    for (const [n, change] of changes.entries())
      if (change.kind !== 'done') step.report(notRedirected(possible[n] ?? '', about, refusalText(change.kind)));
  }

  async function authorOf(line: LineOf<'author'>, step: Step): Promise<void> {
    const { ids, maps } = step;
    const account = await dependencies.writerWith(line.own ? { id: line.key } : { email: line.email });
    const id = account ?? ids.guest(line.key);
    if (!account) {
      const places = await placesOf([line.picture], step);
      const profileImageUrl = line.own ? (line.own.picture ?? null) : pictureIn(places, line.picture);
      const { name, text, website, handles } = line;
      await dependencies.guests.create(id, { name, text, website, handles, profileImageUrl }, act(step));
    }
    maps.author[line.key] = id;
    await redirectTo(line.oldPaths, `/authors/${id}`, line.name, step);
  }

  async function categoryOf(line: LineOf<'category'>, step: Step): Promise<void> {
    const { name, description, own } = line;
    const preferredId = own?.id !== undefined && Number(own.id) <= LAST_OWN_CATEGORY ? Number(own.id) : null;
    const id = await dependencies.categories.bring(
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
    await redirectTo(line.oldPaths, `/categories/${id}`, name, step);
  }

  /** The original state and times of a text. Nothing becomes public that was not public before. */
  function stateOf(line: LineOf<'post'> | LineOf<'page'>, step: Step) {
    const now = clock.now();
    const dueAt = dateOf(line.publishAt);
    const publishAt = line.status === 'scheduled' && dueAt && dueAt > now ? dueAt : null;
    if (line.status === 'scheduled' && !publishAt)
      step.report(note('changed', 'Its time to publish has passed; it is a draft.', line.title));
    // A scheduled text has no date yet.
    const isToCome =
      line.status === 'draft' && line.publishedAt !== null && Date.parse(line.publishedAt) > step.at.getTime();
    const publishedAt = isToCome ? null : pastOf(line.publishedAt, step);
    const createdAt = pastOf(line.createdAt, step) ?? publishedAt ?? step.at;
    const isPublished = line.status === 'published';
    return {
      isPublished,
      publishAt,
      scheduledBy: publishAt ? step.stored.createdBy : null,
      createdAt,
      updatedAt: pastOf(line.updatedAt, step) ?? publishedAt ?? createdAt,
      publishedAt: publishedAt ?? (isPublished ? createdAt : null),
      trashedAt: line.status === 'trash' ? (pastOf(line.own?.trashedAt, step) ?? step.at) : null,
      lastEditedBy: step.stored.createdBy,
      hasRevisions: false,
    };
  }

  function contentOf(line: LineOf<'post'> | LineOf<'page'>, places: ReadonlyMap<string, string>, step: Step): string {
    const shown = new Map(
      line.pictures.flatMap(({ address }) => {
        const place = places.get(address);
        return place ? [[address, place] as const] : [];
      }),
    );
    return withLinks(withAddresses(line.content, shown), step.links);
  }

  async function postOf(line: LineOf<'post'>, step: Step): Promise<ImportedPost> {
    const { ids, maps, stored } = step;
    const places = await placesOf([...line.pictures, line.cover, line.cardPicture], step);
    const authorIds = line.authors.flatMap((key) => maps.author[key] ?? []);
    const seriesId = line.series === null ? null : (maps.series[line.series] ?? null);
    const base = newPost(
      { title: line.title, content: contentOf(line, places, step), isPublished: false },
      { id: ids.of('post', line.key, line.own?.id), authorId: stored.createdBy, at: step.at },
    );
    const post: StoredPost = {
      ...base,
      ...stateOf(line, step),
      ...(authorIds.length > 0 && { authorIds, authorId: authorIds[0] ?? stored.createdBy }),
      ...pick(line, PLAIN_FIELDS),
      featuredImage: line.own ? (line.own.featuredImage ?? null) : pictureIn(places, line.cover),
      categoryId: line.category === null ? null : (maps.category[line.category] ?? null),
      tagIds: line.tags.flatMap((key) => maps.tag[key] ?? []),
      seriesId,
      seriesPlace: seriesId === null ? null : line.seriesPlace,
      cardPicture: line.own ? (line.own.cardPicture ?? null) : pictureIn(places, line.cardPicture),
      commentsAccess: line.own ? (line.own.comments ?? null) : line.isClosed ? 'off' : null,
    };
    const path = postPath(post);
    const { possible, refused } = redirectable(line.oldPaths, path);
    for (const { address, why } of refused) step.report(notRedirected(address, line.title, why));
    return { post, path, oldPaths: post.isPublished ? possible : [] };
  }

  async function postsOf(lines: readonly LineOf<'post'>[], step: Step): Promise<void> {
    let batch: ImportedPost[] = [];
    let bytes = 0;
    const store = async () => {
      const { taken } = await dependencies.posts.bring(batch, step.at);
      for (const path of taken) step.report(notRedirected(path, null, REDIRECT_TEXTS.taken));
      batch = [];
      bytes = 0;
    };
    for (const line of lines) {
      batch.push(await postOf(line, step));
      bytes += line.content.length;
      if (bytes >= BATCH_BYTES) await store();
    }
    await store();
  }

  async function pageOf(line: LineOf<'page'>, step: Step): Promise<void> {
    const id = step.ids.of('page', line.key, line.own?.id);
    const places = await placesOf(line.pictures, step);
    const content = contentOf(line, places, step);
    const base = newPost(
      { title: line.title, content, isPublished: false },
      { id, authorId: step.stored.createdBy, at: step.at },
    );
    const { trashedAt, ...state } = stateOf(line, step);
    const page: StoredPost = {
      ...base,
      ...state,
      ...pick(line, EXPORTED_PAGE_FIELDS),
    };
    for (let number = 1; number <= SLUGS_TRIED; number += 1) {
      const slug = number === 1 ? line.slug : `${line.slug}-${number}`;
      try {
        const made = await dependencies.pages.create({ ...page, slug });
        if (!made) return;
        if (made.slug !== line.slug)
          step.report(
            note('changed', `Its address is /${made.slug} now: another page has the former one.`, line.title),
          );
        if (trashedAt) await dependencies.pageRemover.trash(id, step.stored.createdBy, trashedAt);
        if (made.isPublished) await redirectTo(line.oldPaths, sitePagePath(made.slug ?? slug), line.title, step);
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    step.report(note('left-out', 'Other pages have its address and all that are like it.', line.title));
  }

  /** Stores the comments of one level; their parents are stored already. */
  async function commentsOf(lines: readonly LineOf<'comment'>[], step: Step): Promise<void> {
    await Promise.all(
      lines
        .filter(({ key }) => levelOf(key, step.parents) === step.round)
        .map(async (line) => {
          const chain = chainOf(line.key, step.parents);
          const [root, answered] = [chain.at(-1), chain[0]];
          const idOf = (key: string) => step.ids.of('comment', key);
          const authorId = await commenterOf(line, step);
          const starter = root === undefined ? null : idOf(root);
          const answers =
            answered === undefined || answered === root ? null : await dependencies.comments.find(idOf(answered));
          await bring(
            {
              ...newComment({
                id: idOf(line.key),
                postId: step.ids.of('post', line.post),
                content: line.content,
                authorId,
                createdAt: pastOf(line.createdAt, step) ?? step.at,
                parentId: starter,
                replyTo: answers && { id: answers.id, authorId: answers.authorId },
                heldBy: line.state === 'held' ? 'everything' : null,
              }),
            },
            step,
          );
        }),
    );
  }

  async function commenterOf(
    { author, name, email }: LineOf<'comment'>,
    { ids, maps, ...step }: Step,
  ): Promise<string> {
    const known = author === null ? undefined : maps.author[author];
    const account = known ?? (email && (await dependencies.accountWith({ email })));
    if (account) return account;
    const id = ids.commenter(name ?? '');
    await dependencies.guests.nameOnly(id, name ?? 'Anonymous', step.at);
    return id;
  }

  /** Never an account of this site, because a file can contain any id. */
  async function ownCommenterOf({ key, name }: { key: string; name: string }, { ids, at }: Step): Promise<string> {
    if (key === '') return '';
    const isTaken = (await dependencies.accountWith({ id: key })) !== null;
    const id = isTaken ? ids.stranger(key) : ids.guest(key);
    await dependencies.guests.nameOnly(id, name, at);
    return id;
  }

  async function ownCommentsOf(lines: readonly LineOf<'own-comment'>[], step: Step): Promise<void> {
    await Promise.all(
      lines
        .filter(({ key }) => levelOf(key, step.parents) === step.round)
        .map(async (line) => {
          const authorId = await ownCommenterOf(line.author, step);
          const answered = line.answers === null ? null : await dependencies.comments.find(line.answers);
          const answers = line.answers === null ? null : { id: line.answers, authorId: answered?.authorId ?? '' };
          const comment: StoredComment = {
            ...newComment({
              id: line.key,
              postId: step.ids.of('post', line.post, line.post),
              content: line.content,
              authorId,
              createdAt: pastOf(line.createdAt, step) ?? step.at,
              parentId: line.parent,
              replyTo: answers,
              heldBy: line.heldBy,
            }),
            state: line.state,
            reason: line.reason ?? null,
            editedAt: pastOf(line.editedAt, step),
          };
          await bring(comment, step);
        }),
    );
  }

  async function bring(comment: StoredComment, step: Step): Promise<void> {
    const [post] = await dependencies.storedPosts.findCardsAndTrash([comment.postId]);
    const outcome = post && (await dependencies.comments.change(post, { kind: 'bring', comment }));
    if (!outcome)
      step.report(
        note(
          'left-out',
          'A comment, because its post, its thread or its author is not here.',
          comment.content.slice(0, 100),
        ),
      );
  }

  async function redirectsOf(lines: readonly LineOf<'redirect'>[], step: Step): Promise<void> {
    const redirects = lines.map(({ from, to, status }) => ({ from, to: newPlaceOf(to, step.links), status }));
    const changes = await dependencies.redirects.create(redirects, act(step));
    for (const [n, change] of changes.entries())
      if (change.kind !== 'done') step.report(notRedirected(lines[n]?.from ?? '', null, refusalText(change.kind)));
  }

  async function menuOf({ menu }: { menu: Menu }, step: Step): Promise<void> {
    const { menu: present } = await dependencies.settings.read();
    const lead = (links: Menu['header']) =>
      links.map((link) => ({ ...link, address: newPlaceOf(link.address, step.links) }));
    if (!isUnset(present, NO_MENU))
      return step.report(note('left-out', 'The menu, because there is one here already.', null));
    await change({ menu: { header: lead(menu.header), footer: lead(menu.footer) } }, step);
  }

  async function ownSubscribersOf(lines: readonly LineOf<'own-subscriber'>[], step: Step): Promise<void> {
    const subscribers = lines.map(({ subscriber: { categories, ...subscriber } }) => {
      const confirmedAt = pastOf(subscriber.confirmedAt, step);
      const subscribedAt = pastOf(subscriber.subscribedAt, step) ?? confirmedAt ?? step.at;
      const consents = subscriber.consents.map((consent) => ({ ...consent, at: pastOf(consent.at, step) ?? step.at }));
      const stated = { at: subscribedAt, text: `Confirmed elsewhere: ${step.stored.name}`, source: 'import' } as const;
      return {
        ...subscriber,
        subscribedAt,
        confirmedAt,
        leftAt: pastOf(subscriber.leftAt, step),
        categories: categories && [...new Set(categories.flatMap((key) => step.maps.category[key] ?? []))],
        consents: subscriber.isConfirmed && consents.length === 0 ? [stated] : consents,
      };
    });
    const over = await dependencies.subscribers.restore(subscribers, step.at);
    if (over > 0)
      step.report(note('left-out', `${over} subscribers who did not confirm in time, or left years ago.`, null));
  }

  async function settingsOf({ settings }: LineOf<'own-settings'>, step: Step): Promise<void> {
    const allowed: SettingsPatch = { ...settings };
    for (const field of SITE_PICTURES) {
      const url = settings[field];
      const problem = url ? pictureProblem(field, await dependencies.pictureFacts(url)) : null;
      if (problem === null) continue;
      delete allowed[field];
      step.report({ ...note('left-out', `A picture of the settings: ${problem}`, field), address: url ?? null });
    }
    await change(onlyUnset(allowed, await dependencies.settings.read(), DEFAULT_SETTINGS) as SettingsPatch, step);
  }

  async function settingOf({ key, value }: LineOf<'setting'>, step: Step): Promise<void> {
    const present: Settings = await dependencies.settings.read();
    const patch: SettingsPatch =
      key === 'description' ? { descriptions: { long: value } } : ({ [key]: value } as SettingsPatch);
    if (!SomeSettings.safeParse(patch).success) return;
    await change(onlyUnset(patch, present, DEFAULT_SETTINGS) as SettingsPatch, step);
  }

  const change = async (patch: SettingsPatch, { stored, at }: Step): Promise<void> => {
    if (Object.keys(patch).length > 0) await dependencies.settings.change(stored.createdBy, patch, at);
  };

  const each =
    <K extends LineKind>(handle: (line: LineOf<K>, step: Step) => Promise<void>) =>
    async (lines: readonly LineOf<K>[], step: Step) => {
      for (const line of lines) await handle(line, step);
    };

  // Stored positions refer to phases by index, so new phases are appended.
  const phases = [
    phase({
      kind: 'own-picture',
      batch: 1,
      handle: each((line, { stored, area, report }) => importPictures.bringOwn(line, { stored, area, report })),
    }),
    phase({
      kind: 'found-picture',
      batch: 1,
      handle: each((line, { stored, area, report }) => importPictures.bring(line, { stored, area, report })),
    }),
    phase({ kind: 'author', batch: 1, handle: each(authorOf) }),
    phase({ kind: 'category', batch: 1, handle: each(categoryOf) }),
    phase({ kind: 'tag', batch: 1, handle: each((line, step) => named('tag', line, step)) }),
    phase({ kind: 'series', batch: 1, handle: each((line, step) => named('series', line, step)) }),
    phase({ kind: 'post', batch: 100, handle: postsOf }),
    phase({ kind: 'page', batch: 1, handle: each(pageOf) }),
    phase({ kind: 'comment', batch: 30, isInRounds: true, handle: commentsOf }),
    phase({ kind: 'own-comment', batch: 30, isInRounds: true, handle: ownCommentsOf }),
    phase({ kind: 'redirect', batch: 50, handle: redirectsOf }),
    phase({
      kind: 'own-address',
      batch: 1,
      handle: each(({ address: { path, kind, id } }) => dependencies.bringAddress(path, { kind, id })),
    }),
    phase({ kind: 'menu', batch: 1, handle: each(menuOf) }),
    phase({ kind: 'own-settings', batch: 1, handle: each(settingsOf) }),
    phase({ kind: 'setting', batch: 1, handle: each(settingOf) }),
    phase({
      kind: 'suppression',
      batch: 50,
      async handle(lines, step) {
        const { stored, at } = step;
        const unsubscribed = lines.filter(({ reason }) => reason === 'unsubscribed');
        await dependencies.subscribers.bring(
          unsubscribed.map(({ email }) => ({ email, subscribedAt: null, labels: [] })),
          { name: stored.name, at },
        );
        for (const { email, reason } of lines) {
          if (reason === 'unsubscribed') continue;
          await dependencies.suppress(email, { ...act(step), remark: `Imported from ${stored.name}: ${reason}` });
        }
      },
    }),
    phase({
      kind: 'subscriber',
      batch: 50,
      async handle(lines, step) {
        const pending = lines.filter(({ state }) => state === 'unconfirmed').length;
        if (pending > 0)
          step.report(note('left-out', `${pending} subscribers who never confirmed their address.`, null));
        const rows = lines
          .filter(({ state }) => state !== 'unconfirmed')
          .map(({ email, state, subscribedAt, labels }) => ({
            email,
            labels,
            subscribedAt: state === 'left' ? null : (dateOf(subscribedAt) ?? step.at),
          }));
        await dependencies.subscribers.bring(rows, { name: step.stored.name, at: step.at });
      },
    }),
    phase({
      kind: 'own-suppression',
      batch: 50,
      handle: (lines, step) =>
        dependencies.suppressions.bring(
          lines.map(({ suppression: { suppressedAt, freedAt, notes, ...fields } }) => ({
            ...fields,
            suppressedAt: pastOf(suppressedAt, step),
            freedAt: pastOf(freedAt, step),
            notes: notes.map((one) => ({ ...one, at: pastOf(one.at, step) ?? step.at })),
          })),
          act(step),
        ),
    }),
    phase({ kind: 'own-subscriber', batch: 50, handle: ownSubscribersOf }),
  ];

  const roundsOf = (n: number, { depth }: StoredImport): number => (phases[n]?.isInRounds ? depth + 1 : 1);

  async function run(
    stored: StoredImport,
  ): Promise<{ position: ImportPosition; count: number; reports: string[]; isDone: boolean }> {
    const area = areaOf(stored.id);
    const [links, parents, maps] = await Promise.all([
      json<Links>(area, 'links.json', {}),
      json<Parents>(area, 'parents.json', {}),
      json<Maps>(area, 'maps.json', { author: {}, category: {}, tag: {}, series: {} }),
    ]);
    const before = JSON.stringify(maps);
    const reports: string[] = [];
    const endMs = clock.now().getTime() + stepMs;
    let { phase: n, round, chunk, line } = stored.position;
    let count = 0;
    let hasBegun = false;
    const isLate = () => clock.now().getTime() >= endMs;

    for (; n < phases.length; n += 1, round = 0) {
      const current = phases[n];
      if (!current) continue;
      for (; round < roundsOf(n, stored); round += 1, chunk = 0) {
        for (; chunk < (stored.chunks[current.kind] ?? 0); chunk += 1, line = 0) {
          const lines = linesIn(await area.read(chunkPath(current.kind, chunk)));
          while (line < lines.length) {
            if (hasBegun && isLate())
              return { position: { phase: n, round, chunk, line }, count, reports, isDone: false };
            const some = lines.slice(line, line + current.batch).map(readLine);
            const step: Step = {
              stored,
              area,
              links,
              parents,
              maps,
              round,
              at: stored.createdAt,
              ids: createImportIds(stored.source),
              report: (found) => void reports.push(JSON.stringify({ kind: 'report', ...found })),
            };
            await current.run(some, step);
            if (JSON.stringify(maps) !== before) await area.write('maps.json', JSON.stringify(maps));
            line += some.length;
            // Records count once, however often they are processed.
            count += round === 0 ? some.length : 0;
            hasBegun = true;
          }
        }
      }
    }
    return { position: { phase: n, round: 0, chunk: 0, line: 0 }, count, reports, isDone: true };
  }

  return {
    async total(id) {
      return (await imports.find(id))?.total ?? null;
    },

    async step(id) {
      const stored = await imports.find(id);
      if (stored?.state !== 'running') return { next: null, count: 0 };
      if (stored.numbers !== null && stored.done === 0)
        await dependencies.noteNumbered({ source: stored.source, template: stored.numbers });
      const { position, count, reports, isDone } = await run(stored);
      let { laterReports } = stored;
      if (reports.length > 0) {
        await areaOf(stored.id).write(chunkPath('later-report', laterReports), `${reports.join('\n')}\n`);
        laterReports += 1;
      }
      await imports.progress(id, { position, done: stored.done + count, laterReports, isDone }, clock.now());
      return { next: isDone ? null : stored.done + count, count };
    },
  };
}

/** New categories get the number after the highest one, so a file must not use up the numbers. */
const LAST_OWN_CATEGORY = 1_000_000;

/** The number of slugs to try for a page: `about`, `about-2`, ... */
const SLUGS_TRIED = 9;

/** A phase that checks the kind of its lines. */
function phase<K extends LineKind>({ kind, batch, handle, isInRounds }: Phase<K>) {
  const isOfKind = (line: { readonly kind: string }): line is LineOf<K> => line.kind === kind;
  return {
    kind,
    batch,
    isInRounds: isInRounds ?? false,
    run: (lines: readonly ReturnType<typeof readLine>[], step: Step) => handle(lines.filter(isOfKind), step),
  };
}

/** The ancestors of a comment, starting with its parent. Ends at a missing comment or a cycle. */
function chainOf(key: string, parents: Parents): string[] {
  const chain: string[] = [];
  for (let at = parents[key]; at !== undefined && !chain.includes(at) && at !== key; at = parents[at]) chain.push(at);
  return chain;
}

/** Whether a picture can keep its external address. */
const isOutside = (url: string | null): boolean =>
  url?.startsWith('https://') === true && ImageUrl.safeParse(url).success;

const isConflict = (error: unknown): boolean => error instanceof Error && (error as AppError).code === 'conflict';

const note = (reason: ReportLine['reason'], text: string, about: string | null): Omit<ReportLine, 'kind'> => ({
  reason,
  text,
  about: about?.slice(0, 300) ?? null,
  record: null,
  address: null,
});

const notRedirected = (address: string, about: string | null, why: string): Omit<ReportLine, 'kind'> => ({
  ...note('redirect-left-out', `This address does not lead to the new place: ${why}`, about),
  address: address.slice(0, 2_000),
});

const refusalText = (kind: string): string =>
  kind in REDIRECT_TEXTS ? REDIRECT_TEXTS[kind as keyof typeof REDIRECT_TEXTS] : REDIRECT_TEXTS.taken;

/** Gives parsed objects no prototype, because imported keys may be names such as `constructor`. */
const bare = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value;

async function json<T>(area: ImportArea, path: string, otherwise: T): Promise<T> {
  const bytes = await area.read(path).catch((error: unknown) => {
    if (error instanceof Object && 'code' in error && error.code === 404) return null;
    throw error;
  });
  return JSON.parse(bytes?.toString('utf8') ?? JSON.stringify(otherwise), bare);
}

/** The values of a patch whose settings still have their defaults. */
function onlyUnset(patch: unknown, present: unknown, standard: unknown): Record<string, unknown> {
  const unset: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(Object(patch))) {
    const [is, was] = [Object(present)[key], Object(standard)[key]];
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      const inner = onlyUnset(value, is, was);
      if (Object.keys(inner).length > 0) unset[key] = inner;
    } else if (isUnset(is, was) && !isUnset(value, was)) unset[key] = value;
  }
  return unset;
}

const pick = <F extends PlainField>(line: Pick<StoredPost, F>, fields: readonly F[]): Pick<StoredPost, F> =>
  Object.fromEntries(fields.map((field) => [field, line[field]])) as Pick<StoredPost, F>;
