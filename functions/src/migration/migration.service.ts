import { AppError } from '@inkwell/shared/errors';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { MigrationAnswer, StorageStatus } from '@inkwell/shared/storage';
import type * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import type { ImageStore } from '../uploads/image-store.ts';
import { readLocalImage } from './local-image.ts';
import type { LocalImage, MigrationRepository, Position } from './migration.repository.ts';

type Answer = z.infer<typeof MigrationAnswer>;
type Failure = Answer['failed'][number];

/** After this time, no further picture is started, so that a call ends within the 45 s of product §7. */
const BEGIN_WITHIN_MS = 35_000;
const FETCH_TIMEOUT_MS = 5_000;
/** The number of pictures fetched in parallel. Encoding has its own limit. */
const BATCH = 4;
/** The length of addresses in reports, because `data:` URLs can have megabytes. */
const SHOWN_CHARS = 200;

interface Dependencies {
  readonly migration: MigrationRepository;
  readonly images: ImageStore;
  readonly bucket: BucketProvider;
  readonly clock: Clock;
  /** `hostingUrl` has no final slash; pictures of the site are read from there. */
  readonly config: { readonly projectId: string; readonly hostingUrl: string };
  readonly onError: (message: string, error: unknown) => void;
}

export interface MigrationService {
  /** Whether the bucket exists, and the number of posts and accounts with a picture outside of it. Product §7. */
  status(viewer: Viewer): Promise<z.infer<typeof StorageStatus>>;
  /**
   * Copies pictures of the site into the bucket and updates their addresses, for at most 45 s. Failing pictures are reported and skipped.
   * Parallel calls move each picture once. Product §7.
   */
  migrate(viewer: Viewer): Promise<Answer>;
}

export function createMigrationService(dependencies: Dependencies): MigrationService {
  const { migration, images, bucket, clock, config, onError } = dependencies;

  /** @returns whether this call moved the picture, or why it failed */
  async function move(local: LocalImage, ownerId: string): Promise<{ moved: boolean } | { failure: Failure }> {
    try {
      const bytes = await readLocalImage(local.image, { siteUrl: config.hostingUrl, timeoutMs: FETCH_TIMEOUT_MS });
      const { imageUrl } = await images.store({
        bytes,
        name: nameOf(local),
        ownerId,
        isOfProfile: local.kind === 'user',
      });
      const moved = await migration.replace(local, imageUrl, { actorId: ownerId, at: clock.now() });
      if (!moved) await images.withdraw(imageUrl);
      return { moved };
    } catch (error) {
      if (!(error instanceof AppError)) onError('a picture was not migrated', error);
      const reason = error instanceof AppError ? error.message : 'Something went wrong';
      return { failure: { kind: local.kind, id: local.id, image: local.image.slice(0, SHOWN_CHARS), reason } };
    }
  }

  return {
    async status(viewer) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      // Listing fails without a bucket. The emulator does not support reading the bucket's metadata.
      const hasBucket = async () => {
        await (await bucket()).getFiles({ maxResults: 1, autoPaginate: false });
        return true;
      };
      const [isConfigured, localImagesCount] = await Promise.all([
        hasBucket().catch((error: unknown) => {
          onError('the bucket cannot be reached', error);
          return false;
        }),
        migration.count(null),
      ]);
      return { isConfigured, localImagesCount, projectId: config.projectId };
    },

    async migrate(viewer) {
      if (!viewer || !isAdmin(viewer)) throw new AppError('forbidden');
      const endMs = clock.now().getTime() + BEGIN_WITHIN_MS;
      const failed: Failure[] = [];
      let success = 0;
      let position: Position | null = await migration.position();
      for (;;) {
        const batch = await migration.next(position, BATCH);
        const last = batch.at(-1);
        if (!last) {
          position = null;
          break;
        }
        for (const result of await Promise.all(batch.map((local) => move(local, viewer.id)))) {
          if ('failure' in result) failed.push(result.failure);
          else if (result.moved) success += 1;
        }
        position = { kind: last.kind, id: last.id };
        if (clock.now().getTime() >= endMs) break;
      }

      const remaining = position ? await migration.count(position) : 0;
      await migration.finish({ actorId: viewer.id, moved: success, failed: failed.length, position }, clock.now());
      return { success, remaining, failed };
    },
  };
}

/** `/pictures/harbour.png` becomes `harbour`. */
const nameOf = ({ kind, image }: LocalImage): string =>
  /^\//.test(image) ? (image.split(/[?#]/)[0]?.split('/').at(-1) ?? kind) : kind;
