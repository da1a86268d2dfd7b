import { canWrite } from '@inkwell/shared/permissions';
import { createGuestRepository } from '../authors/guests.repository.ts';
import { createCategoryRepository } from '../categories/categories.repository.ts';
import { createCommentRepository } from '../comments/comments.repository.ts';
import { type AdminImportService, createAdminImportService } from '../imports/admin-imports.service.ts';
import { fetchPicture } from '../imports/fetch-picture.ts';
import { createImportArea, importFolder } from '../imports/import-area.ts';
import { createImportPictures } from '../imports/import-pictures.service.ts';
import { createImportSteps, type ImportSteps } from '../imports/import-steps.service.ts';
import { createImportUploadRepository } from '../imports/import-uploads.repository.ts';
import { bringAddress } from '../imports/imported-addresses.repository.ts';
import { createImportedPostRepository } from '../imports/imported-posts.repository.ts';
import { createImportedSubscriberRepository } from '../imports/imported-subscribers.repository.ts';
import { createImportedSuppressionRepository } from '../imports/imported-suppressions.repository.ts';
import { createImportRepository } from '../imports/imports.repository.ts';
import { createImportService, type ImportService } from '../imports/imports.service.ts';
import { noteNumbered } from '../imports/numbered-posts.repository.ts';
import { passInThread } from '../imports/pass-thread.ts';
import { createReading } from '../imports/reading.service.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createPostRepository } from '../posts/posts.repository.ts';
import { createRedirectRepository } from '../redirects/redirects.repository.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { createSeriesRepository } from '../series/series.repository.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import { createTagRepository } from '../tags/tags.repository.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { createRemoverOf, createWriterOf } from './content/writing.ts';
import type { Dependencies } from './dependencies.ts';

type ImportsDependencies = Pick<Dependencies, 'db' | 'bucket' | 'clock'>;

/** The dependencies of an import. The command line has only these. */
type ImportingDependencies = ImportsDependencies & {
  readonly auth: Pick<Dependencies['auth'], 'getUser'>;
  readonly config: Pick<Dependencies['config'], 'publicBucket' | 'newsletterSecret'>;
  /** For tests. */
  readonly stepMs?: number;
};

/** Imports with their job, for callers that read a file and start an import. */
export const createImports = ({ db, bucket, clock }: ImportsDependencies): ImportService =>
  createImportService({
    imports: createImportRepository(db, createJobTable(db)),
    areaOf: (id) => createImportArea(bucket, importFolder(id)),
    clock,
  });

/** The first pass over uploads, which the job runner makes. */
export const createImportReading = (
  dependencies: ImportsDependencies & Pick<Dependencies, 'runPass'> & Pick<ImportingDependencies, 'config'>,
  onError: (message: string, error: unknown) => void,
) =>
  createReading({
    imports: createImports(dependencies),
    bucket: dependencies.bucket,
    publicBucket: dependencies.config.publicBucket,
    runPass: dependencies.runPass ?? passInThread(),
    onError: (error) => onError('a file of an import was not read', error),
  });

/** The calls for admins. */
export function createAdminImports(
  dependencies: ImportsDependencies,
  beginJob: (id: string) => Promise<void>,
): AdminImportService {
  const { db, bucket, clock } = dependencies;
  const jobs = createJobTable(db);
  return createAdminImportService({
    imports: createImports(dependencies),
    stored: createImportRepository(db, jobs),
    uploads: createImportUploadRepository(db),
    areaOf: (id) => createImportArea(bucket, importFolder(id)),
    jobs,
    beginJob,
    bucket,
    clock,
  });
}

export function createImporting({ db, bucket, clock, auth, config, stepMs }: ImportingDependencies): ImportSteps {
  const pictures = createPictureTable(db);
  const jobs = createJobTable(db);
  const users = createUserRepository(db, pictures);
  const searchIndex = createSearchIndex(db);
  const { publicBucket } = config;
  const suppressions = createSuppressionRepository(db, config.newsletterSecret);
  const images = createImageStore({ bucket, publicBucket, pictures, clock });

  /** Only a verified address proves that the account belongs to the owner of the address. */
  async function accountOf({ id, email }: { readonly id?: string; readonly email?: string | null }) {
    if (id !== undefined) return users.find(id);
    const account = email ? await users.findByEmail(email) : null;
    if (!account) return null;
    const { emailVerified } = await auth.getUser(account.id).catch(() => ({ emailVerified: false }));
    return emailVerified ? account : null;
  }

  return createImportSteps({
    imports: createImportRepository(db, jobs),
    areaOf: (id) => createImportArea(bucket, importFolder(id)),
    pictures,
    importPictures: createImportPictures({ pictures, images, bucket, fetchPicture, clock }),
    writerWith: async (found) => {
      const account = await accountOf(found);
      return account && canWrite(account) ? account.id : null;
    },
    accountWith: async (found) => (await accountOf(found))?.id ?? null,
    guests: createGuestRepository(db, { pictures, jobs }),
    categories: createCategoryRepository(db, jobs),
    tags: createTagRepository(db, { pictures, jobs }),
    series: createSeriesRepository(db, { pictures, jobs }),
    posts: createImportedPostRepository(db, { pictures, searchIndex }),
    storedPosts: createPostRepository(db),
    pages: createWriterOf(db, 'pages'),
    pageRemover: createRemoverOf(db, 'pages'),
    comments: createCommentRepository(db, searchIndex),
    redirects: createRedirectRepository(db),
    noteNumbered: (source) => noteNumbered(db, source),
    bringAddress: (path, target) => bringAddress(db, path, target),
    settings: createSettingsRepository(db, pictures),
    pictureFacts: images.factsOf,
    subscribers: createImportedSubscriberRepository(db, suppressions.recall),
    suppressions: createImportedSuppressionRepository(db, config.newsletterSecret),
    suppress: suppressions.suppress,
    publicBucket,
    clock,
    ...(stepMs !== undefined && { stepMs }),
  });
}
