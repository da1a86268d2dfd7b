import { fileNameOf } from '@inkwell/shared/picture-names';
import { wordPrefixesOf } from '../common/word-prefixes.ts';

/** Since this version of the data, pictures have the fields of `findablePicture`. */
export const PICTURE_VERSION = 7;

interface Said {
  readonly name: string;
  /** The name of the uploaded file; null if only the stored name is known. */
  readonly fileName: string | null;
  readonly description: string | null;
}

/**
 * The fields that the library finds a picture by. Write them whenever one of them changes. Browsers store profile pictures under names without a
 * size. These pictures belong to the people whom they show, and are not in the library.
 */
export const findablePicture = ({ name, fileName, description }: Said) => ({
  isInLibrary: fileNameOf(name) !== null,
  fileName,
  description,
  wordPrefixes: wordPrefixesOf(fileName ?? fileNameOf(name), description),
});
