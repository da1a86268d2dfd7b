import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { objectNameOf, type PublicBucket } from '../../uploads/image-url.ts';
import { picturePath } from '../export-format.ts';

/** Addresses of pictures in a text: `http://127.0.0.1:9199/v0/b/bucket/o/images%2Fname?alt=media`. */
const STORED_ADDRESS = /https?:\/\/[\w.:[\]-]+\/v0\/b\/[\w.-]+\/o\/images%2F[\w.%~!*-]+\?alt=media(?:&token=[\w-]+)?/g;

/** Replaces the addresses of stored pictures in a text with paths in the export. */
export const portable = (text: string, publicBucket: PublicBucket, isInFolder: boolean): string =>
  text.replace(STORED_ADDRESS, (address) => {
    const name = objectNameOf(publicBucket, address)?.slice(IMAGE_FOLDER.length + 1);
    return name ? picturePath(name, isInFolder) : address;
  });

export const inFolder = (text: string | null, publicBucket: PublicBucket) => text && portable(text, publicBucket, true);
export const inRoot = (text: string | null, publicBucket: PublicBucket) => text && portable(text, publicBucket, false);
