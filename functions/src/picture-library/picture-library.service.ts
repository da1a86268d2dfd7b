import { AppError } from '@inkwell/shared/errors';
import { IMAGE_FOLDER, imageSources } from '@inkwell/shared/images';
import { type Actor, canManageAllPictures, canWrite } from '@inkwell/shared/permissions';
import type { LibraryPicture, LibraryQuery, PictureDescription, PictureUse } from '@inkwell/shared/picture-library';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { ImageStore } from '../uploads/image-store.ts';
import { type PublicBucket, publicUrl } from '../uploads/image-url.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { type StoredPicture, toLibraryPicture } from './picture-library.converter.ts';
import { type LibraryFilter, type PictureLibrary, positionOfPicture } from './picture-library.repository.ts';
import { toUse, type Use } from './places.converter.ts';
import type { PlaceRepository } from './places.repository.ts';

type Filter = Pick<LibraryQuery, 'q' | 'show' | 'of'>;

/** The number of pictures looked up at a time for unused ones: the limit of one query. */
const LOOKED_UP = 30;
/** How often this is repeated for one page. */
const ROUNDS = 4;

const NO_USE: Use = { showing: [], isCut: false };

export interface PictureLibraryService {
  /**
   * The pictures that the caller may use and manage, newest first: all for staff, own ones for other writers. Reads the page like
   * `PictureLibrary.list` and the uses of its pictures like `PlaceRepository.usesOf`. For unused ones, reads up to 120 pictures, so a page may be
   * short or empty although more pages follow.
   * @throws AppError `forbidden` unless a writer asks
   */
  list(actor: Actor, filter: Filter, page: PageRequest): Promise<PageOfMany<LibraryPicture>>;
  /** Describes a picture. @throws AppError `forbidden` unless a writer asks; `not-found`, also for other people's pictures unless staff asks */
  describe(actor: Actor, name: string, input: PictureDescription): Promise<LibraryPicture>;
  /** Deletes an unused picture. Safe to repeat. @throws AppError like `describe`; `conflict` with the places that show it */
  remove(actor: Actor, name: string): Promise<void>;
}

export function createPictureLibraryService({
  library,
  places,
  images,
  authors,
  publicBucket,
  clock,
}: {
  readonly library: PictureLibrary;
  readonly places: PlaceRepository;
  readonly images: Pick<ImageStore, 'removeObjects'>;
  readonly authors: AuthorCache;
  readonly publicBucket: PublicBucket;
  readonly clock: Clock;
}): PictureLibraryService {
  function mayWrite(actor: Actor): void {
    if (!canWrite(actor)) throw new AppError('forbidden');
  }

  /** The owner of the pictures that the caller may act on; null for all. */
  const ownerFor = (actor: Actor): string | null => (canManageAllPictures(actor) ? null : actor.id);

  const actOf = (actor: Actor) => ({ actorId: actor.id, at: clock.now(), ownerId: ownerFor(actor) });

  async function shown(actor: Actor, pictures: readonly StoredPicture[], uses: ReadonlyMap<string, Use>) {
    const names = await authors.getAll(pictures.flatMap(({ ownerId }) => ownerId ?? []));
    return pictures.map((picture) => {
      const { name, ownerId } = picture;
      const imageUrl = publicUrl(publicBucket, `${IMAGE_FOLDER}/${name}`);
      const owner = ownerId === null ? null : toAuthor(ownerId, names.get(ownerId), actor);
      const use: PictureUse = toUse(uses.get(name) ?? NO_USE, actor);
      return toLibraryPicture(picture, { imageUrl, size: imageSources(imageUrl), owner, use });
    });
  }

  async function withUses(actor: Actor, pictures: readonly StoredPicture[]) {
    return shown(actor, pictures, await places.usesOf(pictures.map(({ name }) => name)));
  }

  async function unused(actor: Actor, filter: LibraryFilter, page: PageRequest): Promise<PageOfMany<LibraryPicture>> {
    const found: StoredPicture[] = [];
    let { after } = page;
    let documents = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const part = await library.list(filter, { limit: LOOKED_UP, after });
      const uses = await places.usesOf(part.items.map(({ name }) => name));
      documents += (part.documents ?? 0) + [...uses.values()].flatMap(({ showing }) => showing).length;
      for (const picture of part.items) {
        if (uses.get(picture.name)?.showing.length !== 0) continue;
        found.push(picture);
        if (found.length < page.limit) continue;
        const next = positionOfPicture(picture.uploadedAt.getTime(), picture.name);
        return { items: await shown(actor, found, uses), total: null, next, documents };
      }
      after = part.next;
      if (after === null) break;
    }
    return { items: await shown(actor, found, new Map()), total: null, next: after, documents };
  }

  return {
    async list(actor, { q, show, of }, page) {
      mayWrite(actor);
      const ownerId = of === 'me' ? actor.id : ownerFor(actor);
      const filter: LibraryFilter = { q, ownerId, isUndescribed: show === 'undescribed' };
      if (show === 'unused') return unused(actor, filter, page);
      const found = await library.list(filter, page);
      return { ...found, items: await withUses(actor, found.items) };
    },

    async describe(actor, name, { description }) {
      mayWrite(actor);
      const picture = await library.describe(name, description, actOf(actor));
      const [answer] = picture ? await withUses(actor, [picture]) : [];
      if (!answer) throw new AppError('not-found');
      return answer;
    },

    async remove(actor, name) {
      mayWrite(actor);
      const deletion = await library.beginDeletion(name, actOf(actor));
      if (deletion.kind === 'not-found') throw new AppError('not-found');
      if (deletion.kind === 'used') throw new AppError('conflict', undefined, { body: toUse(deletion.use, actor) });
      await images.removeObjects(name);
      await library.noteDeleted(name, clock.now());
    },
  };
}
