import type { Random } from '../random.ts';
import type { Palette } from './palettes.ts';

/** Size of every picture in pixels. */
export const WIDTH = 1600;
export const HEIGHT = 900;

/** What a scene draws with. */
interface Brush {
  readonly palette: Palette;
  readonly random: Random;
}

/** Gives the elements of an SVG of `WIDTH` by `HEIGHT`. */
export type Scene = (brush: Brush) => string;

type Attributes = Record<string, string | number>;

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 10) / 10 : value}"`)
    .join('');

const element = (tag: string, attributes: Attributes): string => `<${tag}${attributesOf(attributes)}/>`;

export const ground = (fill: string): string => rect(0, 0, WIDTH, HEIGHT, fill);

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill, ...more });

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill, ...more });

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}) =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more });

export const path = (d: string, fill: string, more: Attributes = {}) => element('path', { d, fill, ...more });

/** A stroke along a path, with round ends. */
export const stroke = (d: string, color: string, width: number, more: Attributes = {}) =>
  path(d, 'none', {
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });

export const line = (x1: number, y1: number, x2: number, y2: number, color: string, width: number) =>
  stroke(`M${x1} ${y1}L${x2} ${y2}`, color, width);

export const group = (content: string, more: Attributes) => `<g${attributesOf(more)}>${content}</g>`;

export const turned = (content: string, degrees: number, x: number, y: number) =>
  group(content, { transform: `rotate(${degrees} ${x} ${y})` });

/** Half a disc; `degrees` 0 has the flat side below. */
export const halfDisc = (x: number, y: number, r: number, degrees: number, fill: string) =>
  turned(path(`M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}Z`, fill), degrees, x, y);

/** A slice of a disc, clockwise from `from` to `to`, in degrees from the top. */
export function slice(x: number, y: number, r: number, from: number, to: number, fill: string): string {
  const at = (degrees: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
  };
  return path(`M${x} ${y}L${at(from)}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}Z`, fill);
}

/** A shape filled from a wavy upper edge down to the lower edge of the picture. */
export function hill(points: readonly (readonly [number, number])[], fill: string): string {
  return path(`${smooth(points)}L${WIDTH + 50} ${HEIGHT + 50}L-50 ${HEIGHT + 50}Z`, fill);
}

/** A smooth line through points (Catmull-Rom as cubic curves). */
function smooth(points: readonly (readonly [number, number])[]): string {
  const [first] = points;
  if (!first) return '';
  let d = `M${first[0]} ${first[1]}`;
  for (let index = 0; index < points.length - 1; index++) {
    const at = (offset: number) => points[Math.max(0, Math.min(points.length - 1, index + offset))] ?? first;
    const [before, start, end, after] = [at(-1), at(0), at(1), at(2)];
    const c1 = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6];
    const c2 = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6];
    d += `C${c1.map((n) => n.toFixed(1)).join(' ')} ${c2.map((n) => n.toFixed(1)).join(' ')} ${end[0]} ${end[1]}`;
  }
  return d;
}

/** Numbers from `from` (included) to `to` (excluded). */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

let clips = 0;

/** `content` seen only inside `shape`. */
export function inside(shape: string, content: string): string {
  const id = `clip${clips++}`;
  return `<clipPath id="${id}">${shape}</clipPath>${group(content, { 'clip-path': `url(#${id})` })}`;
}

interface Stipple {
  /** x, y, width, height of the area. */
  readonly box: readonly [number, number, number, number];
  readonly color: string;
  /** How many points are tried. */
  readonly points?: number;
  /** Where the points gather: the angle in degrees, 0 to the right, 90 down. */
  readonly toward?: number;
  /** How fast they thin out; 1 is even. */
  readonly power?: number;
  readonly size?: number;
  readonly opacity?: number;
}

/** The grain of a print: dots that thicken in one direction. One path, so that thousands of dots cost little. */
export function stipple({ random }: Brush, options: Stipple): string {
  const [x, y, width, height] = options.box;
  const { points = 2600, toward = 90, power = 2.2, size = 2.6, opacity = 0.55 } = options;
  const angle = (toward * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const reach = (Math.abs(dx) + Math.abs(dy)) / 2;
  let d = '';
  for (let index = 0; index < points; index++) {
    const [u, v] = [random.next(), random.next()];
    const along = (((u - 0.5) * dx + (v - 0.5) * dy) / reach + 1) / 2;
    if (random.next() < along ** power) d += `M${Math.round(x + u * width)} ${Math.round(y + v * height)}h0`;
  }
  return stroke(d, options.color, size, { opacity });
}

/** A shape with grain inside its outline. */
export const grained = (brush: Brush, shape: string, options: Stipple): string =>
  shape + inside(shape, stipple(brush, options));

/** Several parallel lines of text seen from afar. */
export function textLines(
  brush: Brush,
  at: { x: number; y: number; width: number; count: number; gap: number; height: number; color: string },
): string {
  return range(0, at.count)
    .map((index) => {
      const share = index === at.count - 1 ? brush.random.between(0.35, 0.6) : brush.random.between(0.82, 1);
      return rect(at.x, at.y + index * at.gap, at.width * share, at.height, at.color, { rx: at.height / 2 });
    })
    .join('');
}

/** The document around what `draw` gives. Clip names start again, so that equal drawings give equal bytes. */
export function svgDocument(width: number, height: number, draw: () => string): string {
  clips = 0;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  return `${head}${draw()}</svg>`;
}
