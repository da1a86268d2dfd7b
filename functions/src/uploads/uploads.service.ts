import type { Readable } from 'node:stream';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import { type OwnPicture, UPLOAD_FIELD, UPLOAD_LIMITS, type UploadAnswer } from '@inkwell/shared/storage';
import type * as z from 'zod/mini';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { ImageStore } from './image-store.ts';
import { checkMultipart, FORM_BYTES, readUpload, tooLarge } from './multipart.ts';
import { createUploadGate } from './upload-gate.ts';

/**
 * Of the 512 MiB of an instance, the server takes some 130, a picture that is decoded up to 240, and these places 40. Three more places would
 * fit and gain nothing: pictures are decoded one at a time. Measured in docs/performance.md.
 */
const GATE = { places: 4, perOwner: 2, waiting: 32, waitMs: 15_000, bytes: UPLOAD_LIMITS.bytes } as const;

/** 10 MB in 40 s are 2 Mbit/s; the platform ends a call after 60. */
const ARRIVAL = { idleMs: 10_000, totalMs: 40_000 } as const;

/** An upload whose body has not been read. */
export interface IncomingUpload {
  readonly contentType: string | undefined;
  /** As announced by the client; null if it is not. */
  readonly contentLength: number | null;
  readonly body: Readable;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

export interface UploadService {
  /**
   * Stores the picture of a multipart form. Rights, length and a free place are settled before the body is read. Writes 1
   * document for the picture.
   * @throws AppError `forbidden`; `unsupported-type`, `too-large`, `bad-request` as `readUpload` and `processImage`;
   * `unavailable` when too many come at once
   */
  store(actor: NonNullable<Viewer>, upload: IncomingUpload): Promise<z.infer<typeof UploadAnswer>>;
  /**
   * The pictures that the caller uploaded and may use again, newest first, without those that are being removed and profile pictures. Reads
   * the page. @throws AppError `forbidden` for others than staff
   */
  own(actor: NonNullable<Viewer>, page: PageRequest): Promise<PageOfMany<OwnPicture>>;
}

export function createUploadService({
  images,
}: {
  readonly images: Pick<ImageStore, 'store' | 'ofOwner'>;
}): UploadService {
  const gate = createUploadGate(GATE);

  return {
    async store(actor, { contentType, contentLength, body, signal }) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      checkMultipart(contentType);
      if (contentLength !== null && contentLength > UPLOAD_LIMITS.bytes + FORM_BYTES)
        throw tooLarge(UPLOAD_LIMITS.bytes);

      return gate.enter(actor.id, signal, async (buffer) => {
        signal.throwIfAborted();
        const { bytes, fileName } = await readUpload(body, contentType, { field: UPLOAD_FIELD, buffer, ...ARRIVAL });
        return images.store({ bytes, name: fileName, ownerId: actor.id, signal });
      });
    },

    async own(actor, page) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      return images.ofOwner(actor.id, page);
    },
  };
}
