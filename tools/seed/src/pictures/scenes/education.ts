import {
  circle,
  ellipse,
  grained,
  ground,
  halfDisc,
  line,
  path,
  range,
  rect,
  type Scene,
  slice,
  stipple,
  stroke,
  textLines,
  turned,
} from '../draw.ts';

/** A third, a quarter and two sevenths. */
const fractions: Scene = (b) => {
  const { palette: p } = b;
  const pie = (x: number, parts: number, taken: number, fill: string) =>
    [
      circle(x, 450, 205, p.paper),
      ...range(0, taken).map((i) => slice(x, 450, 205, (i * 360) / parts, ((i + 1) * 360) / parts, fill)),
      ...range(0, parts).map((i) => turned(line(x, 450, x, 245, p.ink, 7), (i * 360) / parts, x, 450)),
      circle(x, 450, 205, 'none', { stroke: p.ink, 'stroke-width': 10 }),
    ].join('');
  return [
    ground(p.main),
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 90, points: 5600, opacity: 0.6 }),
    pie(280, 3, 1, p.accent),
    pie(800, 4, 1, p.glow),
    pie(1320, 7, 2, p.soft),
    line(515, 450, 565, 450, p.paper, 16),
    line(540, 425, 540, 475, p.paper, 16),
    line(1035, 432, 1085, 432, p.paper, 16),
    line(1035, 468, 1085, 468, p.paper, 16),
    line(1032, 492, 1088, 408, p.accent, 12),
  ].join('');
};

/** Thirty seats; a few are very loud. */
const hands: Scene = (b) => {
  const { palette: p } = b;
  const loud = new Set([3, 8, 14, 15, 22, 27]);
  const seats = range(0, 30).map((i) => {
    const [x, y] = [170 + (i % 10) * 140, 300 + Math.floor(i / 10) * 250];
    const fill = loud.has(i) ? b.random.pick([p.accent, p.glow]) : i === 19 ? p.paper : p.soft;
    const arm = loud.has(i)
      ? rect(x + 16, y - 190, 26, 190, fill, { rx: 13 })
      : i === 19
        ? rect(x + 16, y - 120, 26, 120, fill, { rx: 13 })
        : '';
    return arm + circle(x, y - 50, 38, fill) + path(`M${x - 52} ${y + 80}v-50a52 40 0 0 1 104 0v50Z`, fill);
  });
  return [
    ground(p.ink),
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 270, points: 5600, opacity: 0.8 }),
    ...seats,
  ].join('');
};

/** Three heaps of paper and two pens. */
const heaps: Scene = (b) => {
  const { palette: p } = b;
  const heap = (x: number, count: number, tints: readonly [string, ...string[]]) =>
    rect(x - 166, 758 - count * 22, 332, count * 22, '#c3ccf2') +
    range(0, count)
      .map((i) =>
        turned(
          rect(x - 170, 740 - i * 22, 340, 18, b.random.pick(tints), { rx: 3 }),
          b.random.between(-1.6, 1.6),
          x,
          740 - i * 22,
        ),
      )
      .join('');
  return [
    ground(p.soft),
    halfDisc(800, 790, 560, 0, p.paper),
    stipple(b, { box: [240, 230, 1120, 560], color: p.soft, toward: 90, points: 4200, opacity: 0.9 }),
    rect(0, 760, 1600, 140, p.main),
    heap(400, 10, ['#ffffff', p.paper, p.glow]),
    heap(800, 24, ['#ffffff', p.paper, p.soft]),
    heap(1200, 15, ['#ffffff', p.paper, p.accent]),
    turned(rect(420, 800, 380, 26, '#3c8f63', { rx: 13 }) + path('M800 800l44 13l-44 13Z', p.ink), 6, 600, 812),
    turned(rect(830, 806, 380, 26, p.glow, { rx: 13 }) + path('M1210 806l44 13l-44 13Z', p.ink), -5, 1000, 818),
  ].join('');
};

/** Five lines, notes, and the curve of a cello. */
const music: Scene = (b) => {
  const { palette: p } = b;
  const notes = [
    [620, 3],
    [760, 5],
    [900, 4],
    [1040, 1],
    [1180, 2],
    [1320, 6],
    [1450, 3],
  ] as const;
  return [
    ground(p.paper),
    grained(b, path('M-60 -40C260 40 330 190 250 330C190 440 190 480 260 560C380 700 340 860 120 960H-60Z', p.accent), {
      box: [-60, -40, 440, 1000],
      color: p.ink,
      toward: 170,
      points: 4200,
      opacity: 0.5,
    }),
    stroke('M150 400q-40 40 0 90t0 90', p.ink, 12),
    ...range(0, 5).map((i) => line(440, 290 + i * 80, 1640, 290 + i * 80, p.main, 6)),
    stipple(b, { box: [440, 200, 1160, 500], color: p.soft, toward: 0, points: 3600, opacity: 0.9 }),
    ...notes.map(([x, step], i) => {
      const y = 610 - step * 40;
      const fill = i === 3 ? p.glow : p.ink;
      return (
        turned(ellipse(x, y, 50, 36, fill), -18, x, y) +
        (i === 3 ? circle(x, y, 92, 'none', { stroke: p.glow, 'stroke-width': 8 }) : '') +
        line(x + 45, y - 8, x + 45, y - 210, fill, 9)
      );
    }),
  ].join('');
};

/** Nine crates, five bags, two oranges. */
const oranges: Scene = (b) => {
  const { palette: p } = b;
  const orange = (x: number, y: number, r: number) =>
    grained(b, circle(x, y, r, '#f08f3c'), {
      box: [x - r, y - r, 2 * r, 2 * r],
      color: p.accent,
      toward: 50,
      points: Math.round(r * 5),
    }) + circle(x - r * 0.3, y - r * 0.35, r * 0.12, p.paper);
  return [
    ground(p.soft),
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 40, points: 2200, opacity: 0.55 }),
    ...range(0, 9).map((i) => {
      const [x, y] = [110 + (i % 3) * 230, 130 + Math.floor(i / 3) * 230];
      return (
        rect(x, y, 200, 200, p.main, { rx: 10 }) +
        range(0, 9)
          .map((k) =>
            circle(x + 41 + (k % 3) * 59, y + 41 + Math.floor(k / 3) * 59, 24, k % 4 === 0 ? p.glow : '#f08f3c'),
          )
          .join('')
      );
    }),
    ...range(0, 5).map(
      (i) =>
        rect(860 + i * 84, 170, 62, 600, p.paper, { rx: 31 }) +
        range(0, 10)
          .map((k) => circle(891 + i * 84, 208 + k * 58, 22, k % 4 === 1 ? p.glow : '#f08f3c'))
          .join(''),
    ),
    orange(1420, 330, 92),
    orange(1420, 600, 92),
  ].join('');
};

/** A nib and a drop above a written line. */
const nib: Scene = (b) => {
  const { palette: p } = b;
  const blade = path('M560 120L1040 120L1000 420L820 690L780 690L600 420Z', p.glow);
  return [
    ground(p.ink),
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 270, points: 5600, opacity: 0.8 }),
    rect(560, -20, 480, 160, p.accent),
    grained(b, blade, { box: [560, 120, 480, 570], color: p.accent, toward: 0, points: 3200 }),
    line(800, 420, 800, 690, p.ink, 8),
    circle(800, 400, 44, p.ink),
    path('M800 705q48 66 48 100a48 48 0 0 1 -96 0q0 -34 48 -100Z', p.soft),
    textLines(b, { x: 120, y: 560, width: 420, count: 4, gap: 70, height: 20, color: p.soft }),
    textLines(b, { x: 1080, y: 560, width: 420, count: 4, gap: 70, height: 20, color: p.main }),
  ].join('');
};

export const educationScenes = { fractions, hands, heaps, music, oranges, nib };
