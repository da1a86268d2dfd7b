import type { Publication } from './publication.ts';

/** The size of the icon's view box. */
export const ICON_BOX = 64;

/** The drawing of the app's icon, if no admin chose a picture. */
export interface DrawnIcon {
  readonly icon: Publication['icon'];
  readonly accent: string;
  readonly paper: string;
}

/** The shapes of the icon, as SVG: the drawing in the color of paper on the accent. @param radius of the corners */
export function iconShapes({ icon, accent, paper }: DrawnIcon, radius: number): string {
  const round = radius > 0 ? ` rx="${radius}"` : '';
  const line = icon.line
    ? `<path d="${icon.line}" fill="none" stroke="${accent}" stroke-width="3.5" stroke-linecap="round"/>`
    : '';
  return `<rect width="${ICON_BOX}" height="${ICON_BOX}"${round} fill="${accent}"/><path d="${icon.shape}" fill="${paper}"/>${line}`;
}

/** An SVG of this size in pixels. */
export const svgOf = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
