import type { LibraryPicture, PictureUse } from '@inkwell/shared/picture-library';
import { fileNameOf } from '@inkwell/shared/picture-names';
import type { Author } from '@inkwell/shared/users';
import type { DocumentSnapshot } from 'firebase-admin/firestore';

/** A picture of the library as stored. */
export interface StoredPicture {
  readonly name: string;
  readonly fileName: string;
  readonly description: string | null;
  readonly uploadedAt: Date;
  /** Null if unknown. */
  readonly ownerId: string | null;
  readonly keepUntil: Date;
}

/** Null for pictures that are not in the library: profile pictures and pictures being removed. */
export function decodePicture(snapshot: DocumentSnapshot): StoredPicture | null {
  const data = snapshot.data();
  if (data?.isInLibrary !== true) return null;
  return {
    name: snapshot.id,
    fileName: data.fileName ?? fileNameOf(snapshot.id) ?? '',
    description: data.description ?? null,
    uploadedAt: data.uploadedAt.toDate(),
    ownerId: data.ownerId ?? null,
    keepUntil: data.keepUntil.toDate(),
  };
}

/** The fields of a picture in answers. */
export interface Presenting {
  readonly imageUrl: string;
  readonly size: { readonly width: number | null; readonly height: number | null };
  readonly owner: Author | null;
  readonly use: PictureUse;
}

export function toLibraryPicture(picture: StoredPicture, { imageUrl, size, owner, use }: Presenting): LibraryPicture {
  const { name, fileName, description, uploadedAt, keepUntil } = picture;
  return {
    name,
    fileName,
    imageUrl,
    description,
    owner,
    width: size.width ?? 0,
    height: size.height ?? 0,
    uploadedAt: uploadedAt.toISOString(),
    ...use,
    keptUntil: use.places.length === 0 ? keepUntil.toISOString() : null,
  };
}
