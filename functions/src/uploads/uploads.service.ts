import type { Readable } from 'node:stream';
import { AppError } from '@inkwell/shared/errors';
import { canWrite, type Viewer } from '@inkwell/shared/permissions';
import { type OwnPicture, UPLOAD_FIELD, UPLOAD_LIMITS, type UploadAnswer } from '@inkwell/shared/storage';
import type * as z from 'zod/mini';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { ImageStore } from './image-store.ts';
import { checkMultipart, FORM_BYTES, readUpload, tooLarge } from './multipart.ts';
import { createUploadGate } from './upload-gate.ts';

/**
 * Of 512 MiB per instance, the server needs about 130, decoding a picture up to 240, and these slots 40. More slots would not help, because
 * pictures are decoded one at a time (docs/performance.md).
 */
const GATE = { places: 4, perOwner: 2, waiting: 32, waitMs: 15_000, bytes: UPLOAD_LIMITS.bytes } as const;

/** 10 MB in 40 s is 2 Mbit/s; the platform ends calls after 60 s. */
const ARRIVAL = { idleMs: 10_000, totalMs: 40_000 } as const;

/** An upload whose body has not been read. */
export interface IncomingUpload {
  readonly contentType: string | undefined;
  /** As announced by the client; null if missing. */
  readonly contentLength: number | null;
  readonly body: Readable;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Fetches the picture at a public address into a buffer. @throws AppError `bad-request` with the reason */
export type FetchPicture = (address: string, into: { readonly buffer: Buffer }) => Promise<Buffer>;

export interface UploadService {
  /**
   * Stores the picture of a multipart form. Permission, length and a free place are checked before the body is read. Writes 1 document.
   * @throws AppError `forbidden`; `unsupported-type`, `too-large`, `bad-request` like `readUpload` and `processImage`; `unavailable` if too
   * many arrive at once
   */
  store(actor: NonNullable<Viewer>, upload: IncomingUpload): Promise<z.infer<typeof UploadAnswer>>;
  /**
   * Fetches a picture and stores it in the same way, until `signal` says that the client has disconnected. Writes 1 document.
   * @throws AppError `bad-request` with the reason for an address that cannot be fetched, e.g. one that is not public; others as above
   */
  storeFrom(actor: NonNullable<Viewer>, address: string, signal: AbortSignal): Promise<z.infer<typeof UploadAnswer>>;
  /** The caller's uploaded pictures that can be used again, newest first. Reads the page. @throws AppError `forbidden` unless the caller may write */
  own(actor: NonNullable<Viewer>, page: PageRequest): Promise<PageOfMany<OwnPicture>>;
}

/** The file name of a picture at an address. */
const fileNameOf = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? '';

export function createUploadService({
  images,
  fetchPicture,
}: {
  readonly images: Pick<ImageStore, 'store' | 'ofOwner'>;
  readonly fetchPicture: FetchPicture;
}): UploadService {
  const gate = createUploadGate(GATE);

  return {
    async store(actor, { contentType, contentLength, body, signal }) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      checkMultipart(contentType);
      if (contentLength !== null && contentLength > UPLOAD_LIMITS.bytes + FORM_BYTES)
        throw tooLarge(UPLOAD_LIMITS.bytes);

      return gate.enter(actor.id, signal, async (buffer) => {
        signal.throwIfAborted();
        const { bytes, fileName } = await readUpload(body, contentType, { field: UPLOAD_FIELD, buffer, ...ARRIVAL });
        return images.store({ bytes, name: fileName, ownerId: actor.id, signal });
      });
    },

    async storeFrom(actor, address, signal) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      return gate.enter(actor.id, signal, async (buffer) => {
        signal.throwIfAborted();
        const bytes = await fetchPicture(address, { buffer });
        return images.store({ bytes, name: fileNameOf(address), ownerId: actor.id, signal });
      });
    },

    async own(actor, page) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      return images.ofOwner(actor.id, page);
    },
  };
}
