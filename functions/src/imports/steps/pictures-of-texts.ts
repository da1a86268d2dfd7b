import type { ImportedPicture } from '@inkwell/formats/records';
import { ImageUrl } from '@inkwell/shared/fields';
import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { publicUrl } from '../../uploads/image-url.ts';
import { addressOfPicture } from '../first-pass.ts';
import type { Step } from './step.ts';

/** The new addresses of imported pictures, by their addresses in texts. Pictures that could not be imported keep their addresses. */
export async function placesOf(
  found: readonly (ImportedPicture | null | undefined)[],
  { ids, pictures, publicBucket }: Step,
) {
  const existing = found.filter((picture) => picture !== null && picture !== undefined);
  const keys = [...new Set(existing.map((picture) => ids.picture(addressOfPicture(picture))))];
  const names = new Map<string, string>();
  for (let start = 0; start < keys.length; start += 30)
    for (const [key, name] of await pictures.imported(keys.slice(start, start + 30))) names.set(key, name);
  const places = new Map<string, string>();
  for (const picture of existing) {
    const name = names.get(ids.picture(addressOfPicture(picture)));
    if (name) places.set(picture.address, publicUrl(publicBucket, `${IMAGE_FOLDER}/${name}`));
  }
  return places;
}

/** The address of a picture that belongs to a text: in the bucket, or else its original https address. */
export const pictureIn = (places: ReadonlyMap<string, string>, picture: ImportedPicture | null): string | null =>
  picture && (places.get(picture.address) ?? (isOutside(picture.url) ? picture.url : null));

/** Whether a picture can keep its external address. */
const isOutside = (url: string | null): boolean =>
  url?.startsWith('https://') === true && ImageUrl.safeParse(url).success;
