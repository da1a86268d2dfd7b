import type { ReportLine } from '@inkwell/formats/records';
import { AppError } from '@inkwell/shared/errors';
import { IMAGE_FOLDER, variantObjectName } from '@inkwell/shared/images';
import { PictureName } from '@inkwell/shared/picture-library';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import type { Clock } from '../common/clock.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import { imageTypeOf, processImage } from '../uploads/image-processing.ts';
import { CACHE_CONTROL, type ImageStore } from '../uploads/image-store.ts';
import type { ImportArea } from './import-area.ts';
import type { FoundPicture, OwnPicture } from './import-lines.ts';
import type { StoredImport } from './imports.converter.ts';

interface Around {
  readonly stored: StoredImport;
  readonly area: ImportArea;
  readonly report: (line: Pick<ReportLine, 'reason' | 'text' | 'about' | 'address'>) => void;
}

export interface ImportPictures {
  /** Stores a picture from another format with its narrower copies, once. Pictures that cannot be stored are reported. */
  bring(picture: FoundPicture, around: Around): Promise<void>;
  /** Stores a picture from our own export under its name, byte for byte, with narrower copies. */
  bringOwn(picture: OwnPicture, around: Around): Promise<void>;
}

interface Dependencies {
  readonly pictures: Pick<PictureTable, 'record' | 'imported'>;
  readonly images: Pick<ImageStore, 'store'>;
  readonly bucket: BucketProvider;
  readonly fetchPicture: (url: string) => Promise<Buffer>;
  readonly clock: Clock;
}

const SIZE = /-(\d{1,5})x(\d{1,5})\.webp$/;

/** The path of a picture among the files of an import of our own export. */
export const ownPictureFile = (name: string): string => `files/${encodeURIComponent(name)}`;

export function createImportPictures({ pictures, images, bucket, fetchPicture, clock }: Dependencies): ImportPictures {
  /** Reports pictures that are refused; other errors are thrown, so that the step is retried. */
  async function reporting(
    about: string | null,
    { report }: Around,
    address: string | null,
    work: () => Promise<void>,
  ) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      const text = `A picture is left out: ${error.message}`;
      report({ reason: 'left-out', text, about, address });
    }
  }

  return {
    bring: (picture, around) =>
      reporting(picture.fileName, around, picture.url, async () => {
        const { key, file, url, fileName, description } = picture;
        if ((await pictures.imported([key])).has(key)) return;
        const bytes = file !== null ? await around.area.read(file) : await fetchPicture(url ?? '');
        const ownerId = around.stored.createdBy;
        await images.store({ bytes, name: fileName ?? 'picture', ownerId, description, importKey: key });
      }),

    bringOwn: ({ picture: { name, fileName, description, uploaded, isOfProfile } }, around) =>
      reporting(name, around, null, async () => {
        if (!PictureName.safeParse(name).success)
          throw new AppError('bad-request', 'It has another name than stored pictures');
        const opened = await bucket();
        const object = opened.file(`${IMAGE_FOLDER}/${name}`);
        const [isThere] = await object.exists();
        if (isThere) return;
        const bytes = await around.area.read(ownPictureFile(name));
        if (bytes.length > UPLOAD_LIMITS.bytes) throw new AppError('bad-request', 'It is larger than 10 MB');
        const type = imageTypeOf(bytes);
        const image = await processImage(bytes);
        const [, width, height] = SIZE.exec(name) ?? [];
        const isAsNamed = width === undefined || (image.width === Number(width) && image.height === Number(height));
        if (!type || !isAsNamed) throw new AppError('bad-request', 'It is not what its name says');
        const owner = around.stored.createdBy;
        const at = clock.now();
        const uploadedAt = new Date(Math.min(Date.parse(uploaded), at.getTime()));
        const entry = { name, ownerId: owner, uploadedAt, fileName, description, isOfProfile };
        // Recorded first, so that the sweep finds interrupted ones.
        await pictures.record(entry, at);
        const save = (path: string, saved: Buffer, contentType: string) =>
          opened.file(path).save(saved, {
            resumable: false,
            contentType,
            metadata: { cacheControl: CACHE_CONTROL, metadata: { owner } },
          });
        if (width !== undefined)
          for (const variant of image.variants)
            await save(variantObjectName(`${IMAGE_FOLDER}/${name}`, variant.width), variant.bytes, 'image/webp');
        // The original is saved last: if it exists, all copies exist.
        await save(object.name, bytes, type);
      }),
  };
}
