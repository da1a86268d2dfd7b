import { type Random, randomFrom } from '../random.ts';
import { circle, ellipse, grained, path, rect, stipple, svgDocument } from './draw.ts';

/** Side of a portrait in pixels. */
export const PORTRAIT_SIDE = 400;

interface Look {
  readonly ground: string;
  readonly hair: string;
  readonly skin: string;
  readonly coat: string;
  readonly cut: 'bob' | 'crop' | 'bun' | 'bald' | 'long' | 'scarf' | 'cap' | 'curls';
  readonly glasses?: boolean;
  readonly beard?: boolean;
}

/** How each author is drawn: a few flat shapes, nobody's real face. */
const LOOKS: Record<string, Look> = {
  mara: { ground: '#f2cf77', hair: '#d8d3cc', skin: '#f0c9ad', coat: '#276a6e', cut: 'bob', glasses: true },
  theo: { ground: '#9fc0dc', hair: '#1b1718', skin: '#7a4b33', coat: '#ee8f3c', cut: 'crop', beard: true },
  ines: { ground: '#c4abdc', hair: '#3a2018', skin: '#dda47e', coat: '#ee6b4d', cut: 'bun' },
  callum: { ground: '#a8c596', hair: '#8d8a86', skin: '#eec3a6', coat: '#1d382e', cut: 'cap', beard: true },
  amal: { ground: '#f0a797', hair: '#2b6872', skin: '#cf9871', coat: '#3d1a22', cut: 'scarf' },
  priya: { ground: '#a6b1ea', hair: '#1a1420', skin: '#a76a46', coat: '#f7c455', cut: 'long' },
  yuki: { ground: '#efa5be', hair: '#201a22', skin: '#f0cba9', coat: '#2f6688', cut: 'bob' },
  jonas: {
    ground: '#f4bb7e',
    hair: '#c08a4b',
    skin: '#f2cdb2',
    coat: '#fbf0e0',
    cut: 'curls',
    beard: true,
    glasses: true,
  },
};

function hairBehind({ cut, hair }: Look): string {
  switch (cut) {
    case 'bob':
      return path('M108 300V170a92 96 0 0 1 184 0V300q-92 30 -184 0Z', hair);
    case 'long':
      return path('M100 420V176a100 104 0 0 1 200 0V420Z', hair);
    case 'bun':
      return circle(200, 66, 44, hair) + ellipse(200, 172, 94, 98, hair);
    case 'curls':
      return [120, 150, 200, 250, 280]
        .map((x, index) => circle(x, [160, 106, 88, 106, 160][index] ?? 100, 44, hair))
        .join('');
    case 'scarf':
      return path('M90 400V180a110 112 0 0 1 220 0V400Z', hair);
    default:
      return ellipse(200, 160, 88, 92, hair);
  }
}

function hairInFront({ cut, hair, coat }: Look): string {
  switch (cut) {
    case 'bob':
      return path('M118 186Q120 96 200 96T282 186Q250 150 214 138Q170 172 118 186Z', hair);
    case 'long':
      return path('M116 196Q112 96 200 96T284 196Q270 150 200 116Q132 150 116 196Z', hair);
    case 'bun':
      return path('M118 180Q122 94 200 94T282 180Q240 126 200 126T118 180Z', hair);
    case 'curls':
      return [142, 172, 206, 240, 262]
        .map((x, index) => circle(x, [124, 106, 100, 106, 124][index] ?? 110, 28, hair))
        .join('');
    case 'scarf':
      return (
        path('M112 220Q104 88 200 88T288 220Q290 120 200 118T112 220Z', hair) +
        path('M106 400Q96 300 130 270Q200 330 270 270Q304 300 294 400Z', hair)
      );
    case 'cap':
      return path('M112 160Q112 76 200 76T288 160Z', coat) + path('M196 140H318Q330 160 312 166H150Z', coat);
    default:
      return path('M116 170Q120 84 200 84T284 170Q262 132 200 132T116 170Z', hair);
  }
}

/** An abstract portrait of an author as SVG of `PORTRAIT_SIDE` pixels square. */
export function portraitSvg(author: string): string {
  const look = LOOKS[author];
  if (!look) throw new Error(`No portrait is described for "${author}"`);
  const random: Random = randomFrom(`portrait-${author}`);
  const brush = {
    random,
    palette: { paper: '#fff', soft: '#fff', main: '#fff', accent: '#fff', glow: '#fff', ink: '#000' },
  };
  const side = PORTRAIT_SIDE;
  const face = ellipse(200, 196, 78, 96, look.skin);
  const body = path('M40 420Q50 318 150 306H250Q350 318 360 420Z', look.coat);
  const draw = () =>
    [
      rect(0, 0, side, side, look.ground),
      stipple(brush, { box: [0, 0, side, side], color: '#ffffff', toward: 225, points: 1400, size: 2, opacity: 0.6 }),
      hairBehind(look),
      grained(brush, body, {
        box: [40, 300, 320, 120],
        color: '#000000',
        toward: 60,
        points: 900,
        size: 2,
        opacity: 0.35,
      }),
      rect(170, 260, 60, 70, look.skin, { rx: 28 }),
      grained(brush, face, {
        box: [120, 100, 160, 200],
        color: '#6b2a1a',
        toward: 30,
        points: 700,
        size: 2,
        opacity: 0.35,
      }),
      look.beard ? path('M124 206Q122 300 200 304T276 206Q262 252 200 246T124 206Z', look.hair) : '',
      hairInFront(look),
      look.glasses
        ? `<g fill="none" stroke="#2a2930" stroke-width="6"><circle cx="168" cy="198" r="26"/><circle cx="232" cy="198" r="26"/><path d="M194 198h12"/></g>`
        : '',
    ].join('');
  return svgDocument(side, side, draw);
}
