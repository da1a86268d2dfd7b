/* Not in images.ts, which the first page loads. */

const UPLOADED = /(?:^|%2F|\/)\d{13}-([^/?#]*?)(?:-[0-9a-f]{8})?-\d{1,5}x\d{1,5}\.webp(?:[?#]|$)/i;

/** The file name of an uploaded picture, in words, from its address or name; null for others, such as profile pictures. */
export const fileNameOf = (src: string): string | null => UPLOADED.exec(src)?.[1]?.replaceAll('-', ' ') ?? null;
