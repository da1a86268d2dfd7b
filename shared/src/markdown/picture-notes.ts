import { WIDE_SIZES } from '../images.ts';

/** The width of a picture that is alone in its paragraph; by default the width of the text. */
export const PICTURE_WIDTHS = ['small', 'text', 'wide'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** The `sizes` attribute for each width. */
export const PICTURE_SIZES = {
  small: '(max-width: 22rem) 92vw, 20rem',
  text: '(max-width: 40rem) 92vw, 37rem',
  wide: WIDE_SIZES,
} as const satisfies Record<PictureWidth, string>;

/** The settings of a picture other than description and caption. */
export interface PictureNotes {
  readonly width: PictureWidth;
  /** Whether the picture is decorative and needs no description. */
  readonly isDecorative: boolean;
}

const WIDTH = 'width=';
const DECORATIVE = 'decorative';

const widthOf = (note: string): PictureWidth | undefined =>
  note.startsWith(WIDTH) ? PICTURE_WIDTHS.find((width) => width === note.slice(WIDTH.length)) : undefined;

const isNote = (part: string): boolean => part === DECORATIVE || widthOf(part) !== undefined;

/**
 * Reads the settings after a picture's address: `/sea.webp#width=wide`, `/sea.webp#decorative`, or both with `&` between. `address`
 * is the address without them; any other fragment stays. docs/decisions/0022-pictures-in-texts.md
 */
export function readPictureNotes(src: string): { readonly address: string } & PictureNotes {
  const at = src.indexOf('#');
  if (at === -1) return { address: src, width: 'text', isDecorative: false };
  const parts = src.slice(at + 1).split('&');
  const others = parts.filter((part) => !isNote(part));
  const rest = others.length > 0 ? `#${others.join('&')}` : '';
  return {
    address: src.slice(0, at) + rest,
    width: parts.map(widthOf).find((width) => width !== undefined) ?? 'text',
    isDecorative: parts.includes(DECORATIVE),
  };
}

/** The address with other settings; any other fragment stays. */
export function withPictureNotes(src: string, change: Partial<PictureNotes>): string {
  const { address, ...before } = readPictureNotes(src);
  const { width, isDecorative } = { ...before, ...change };
  const notes = [...(width === 'text' ? [] : [WIDTH + width]), ...(isDecorative ? [DECORATIVE] : [])];
  if (notes.length === 0) return address;
  return `${address}${address.includes('#') ? '&' : '#'}${notes.join('&')}`;
}
