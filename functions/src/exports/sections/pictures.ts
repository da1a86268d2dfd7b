import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { imageTypeOf } from '../../uploads/image-processing.ts';
import { EXPORT_PATHS, type PictureEntry, picturePath } from '../export-format.ts';
import { authorEntries } from './authors.ts';
import { all, json, type Section } from './section.ts';

/** The pictures of the library and of authors, with their descriptions. */
export const pictures: Section = async function* (dependencies, { after }) {
  const portraits = new Set((await authorEntries(dependencies)).map(({ picture }) => picture));
  const opened = await dependencies.bucket();
  for await (const picture of all(dependencies.stored.pictures, after)) {
    const isOfAuthor = portraits.has(picturePath(picture.name, false));
    // Profile pictures of readers are not exported.
    if (!picture.isInLibrary && !isOfAuthor) continue;
    const file = opened.file(`${IMAGE_FOLDER}/${picture.name}`);
    const [isThere] = await file.exists();
    // The browser requested an upload name, but stored no file.
    if (!isThere) continue;
    const [bytes] = await file.download();
    const entry: PictureEntry = {
      name: picture.name,
      type: imageTypeOf(bytes) ?? 'application/octet-stream',
      fileName: picture.fileName,
      description: picture.description,
      uploaded: picture.uploadedAt.toISOString(),
      isOfProfile: !picture.isInLibrary,
    };
    const name = encodeURIComponent(picture.name);
    yield { path: `${EXPORT_PATHS.pictureList}/${name}.json`, bytes: json(entry) };
    yield { path: `${EXPORT_PATHS.pictures}/${name}`, bytes, after: picture.name };
  }
};
