import type { TextPicture } from '../../markdown-input/pending-pictures.ts';

/** The pictures of a copied text: included files in order, and the names of pictures that no reader could see. */
export interface CopiedPictures {
  readonly files: readonly File[];
  readonly missing: readonly string[];
  /** Puts pictures in the places of the files; null removes one. */
  readonly put: (pictures: readonly (TextPicture | null)[]) => void;
}

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3#*0-9])+$/u;
/** The file names of Slack's emoji are their code points. */
const CODE_POINTS = /\/([\da-f]{4,6}(?:-[\da-f]{4,6})*)(?:@\dx)?\.png$/;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Writes pictures of emoji as characters. */
export function emoji(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const points = picture.dataset.stringifyEmoji ? CODE_POINTS.exec(picture.src)?.[1] : undefined;
    const { alt } = picture;
    if (points) picture.replaceWith(String.fromCodePoint(...points.split('-').map((hex) => Number.parseInt(hex, 16))));
    else if (picture.dataset.stringifyEmoji || (EMOJI.test(alt) && !/^[\d#*]+$/.test(alt))) picture.replaceWith(alt);
  }
}

/** Whether an https page can show the picture. */
function isPublic(src: string): boolean {
  if (!URL.canParse(src)) return false;
  const { protocol, hostname } = new URL(src);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname));
}

/** Decoded here, because the page may not fetch `data:`. */
function fileOf(picture: HTMLImageElement, number: number): File | null {
  const [, type = '', data = ''] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\w+/=\s]+)$/i.exec(picture.src) ?? [];
  if (data === '') return null;
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    return new File([bytes], `${picture.alt || `picture ${number}`}.${type.slice('image/'.length)}`, { type });
  } catch {
    return null;
  }
}

function nameOf({ alt, src }: HTMLImageElement): string {
  const path = src.startsWith('data:') ? '' : (src.split(/[?#]/)[0] ?? '');
  return alt.trim() || path.slice(path.lastIndexOf('/') + 1) || 'a picture without a name';
}

/**
 * Removes pictures that readers could not see: on a disk, in an email or without https. Pictures that are part of the HTML become files. Tracking
 * pixels are removed silently.
 */
export function copiedPictures(body: HTMLElement): CopiedPictures {
  const places: HTMLImageElement[] = [];
  const files: File[] = [];
  const missing: string[] = [];
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    const isPoint = picture.getAttribute('width') === '1' && picture.getAttribute('height') === '1';
    const file = fileOf(picture, files.length + 1);
    if (file && !isPoint) {
      files.push(file);
      places.push(picture);
    } else if (isPoint || !(isPublic(src) || src.startsWith('uploading:'))) {
      if (!isPoint && src !== '') missing.push(nameOf(picture));
      picture.remove();
    }
  }
  const put = (pictures: readonly (TextPicture | null)[]) => {
    for (const [index, place] of places.entries()) {
      const picture = pictures[index];
      if (picture) Object.assign(place, picture);
      else place.remove();
    }
  };
  return { files, missing, put };
}
