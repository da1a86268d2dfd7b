import type { ReportLine } from '@inkwell/formats/records';
import type { AddressTarget } from '../../addresses/addresses.repository.ts';
import type { GuestRepository } from '../../authors/guests.repository.ts';
import type { CategoryRepository } from '../../categories/categories.repository.ts';
import type { CommentRepository } from '../../comments/comments.repository.ts';
import type { Clock } from '../../common/clock.ts';
import type { StoredList } from '../../named-lists/named-lists.converter.ts';
import type { NamedListRepository } from '../../named-lists/named-lists.repository.ts';
import type { PictureTable } from '../../pictures/pictures.repository.ts';
import type { PostRepository } from '../../posts/posts.repository.ts';
import type { PostRemover } from '../../posts/removal/post-removal.repository.ts';
import type { PostWriter } from '../../posts/saving/post-writes.repository.ts';
import type { RedirectRepository } from '../../redirects/redirects.repository.ts';
import type { SettingsRepository } from '../../settings/settings.repository.ts';
import type { PictureFacts } from '../../uploads/image-processing.ts';
import type { PublicBucket } from '../../uploads/image-url.ts';
import type { Links, Parents } from '../first-pass.ts';
import type { ImportArea } from '../import-area.ts';
import type { ImportIds } from '../import-ids.ts';
import type { ImportPictures } from '../import-pictures.service.ts';
import type { ImportedPostRepository } from '../imported-posts.repository.ts';
import type { ImportedSubscriberRepository } from '../imported-subscribers.repository.ts';
import type { ImportedSuppressionRepository } from '../imported-suppressions.repository.ts';
import type { StoredImport } from '../imports.converter.ts';
import type { ImportRepository } from '../imports.repository.ts';

/** The ids of imported records, by their keys in the file. */
export interface Maps {
  readonly author: Record<string, string>;
  readonly category: Record<string, number>;
  readonly tag: Record<string, string>;
  readonly series: Record<string, string>;
}

/** A line of the report: its reason and text, the record that it is about, and an address. */
export interface Remark extends Pick<ReportLine, 'reason' | 'text'> {
  readonly about?: string | null;
  readonly address?: string | null | undefined;
}

export interface ImportDependencies {
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

/** The state and the dependencies of an import during one step. */
export interface Step extends ImportDependencies {
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
  readonly report: (line: Remark) => void;
}

export const dateOf = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);

export const act = ({ stored, at }: Step) => ({ actorId: stored.createdBy, at });

/** The time of a past action: not later than the import. */
export const pastOf = (instant: string | null | undefined, { at }: Pick<Step, 'at'>): Date | null => {
  const date = dateOf(instant);
  return date && date > at ? at : date;
};
