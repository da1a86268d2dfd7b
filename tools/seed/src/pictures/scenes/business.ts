import {
  circle,
  grained,
  ground,
  group,
  inside,
  path,
  range,
  rect,
  type Scene,
  stipple,
  stroke,
  textLines,
  turned,
} from '../draw.ts';

/** A year on graph paper: less than half of the squares are paid for. */
const squares: Scene = (b) => {
  const { palette: p } = b;
  const shares = [
    [0.46, p.ink],
    [0.57, p.accent],
    [0.7, p.main],
    [0.77, p.glow],
    [0.85, p.soft],
    [0.94, '#e9dbb2'],
    [1, p.paper],
  ] as const;
  const cells = range(0, 22).flatMap((column) =>
    range(0, 12).map((row) => {
      const at = (column * 12 + row + b.random.between(-5, 5)) / 264;
      const fill = shares.find(([limit]) => at < limit)?.[1] ?? p.paper;
      return rect(32 + column * 70, 34 + row * 70, 62, 62, fill, { rx: 4 });
    }),
  );
  return [
    ground('#fffaf0'),
    ...cells,
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 180, points: 3200, opacity: 0.3 }),
    stroke('M1470 610q90 -70 96 10q-4 60 -70 70', p.ink, 26),
    circle(1400, 700, 150, p.ink),
    circle(1400, 700, 126, '#fffaf0'),
    circle(1400, 700, 104, '#6b3f22'),
  ].join('');
};

/** Loaves on a delivery note. */
const bakery: Scene = (b) => {
  const { palette: p } = b;
  const loaf = (x: number, y: number, fill: string, edge: string) =>
    [
      grained(b, path(`M${x} ${y}q0 -150 170 -150t170 150q0 30 -30 30h-280q-30 0 -30 -30Z`, fill), {
        box: [x, y - 150, 340, 180],
        color: edge,
        toward: 60,
        points: 1500,
        opacity: 0.6,
      }),
      ...range(0, 3).map((i) => stroke(`M${x + 80 + i * 70} ${y - 118}q26 34 14 74`, p.paper, 12)),
    ].join('');
  return [
    ground(p.soft),
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 30, points: 5200 }),
    turned(
      rect(190, 70, 560, 800, p.paper) +
        textLines(b, { x: 260, y: 160, width: 420, count: 6, gap: 62, height: 14, color: p.ink }) +
        rect(260, 560, 420, 6, p.glow),
      -5,
      470,
      470,
    ),
    turned(
      rect(850, 70, 560, 800, '#fffaf0') +
        textLines(b, { x: 920, y: 150, width: 420, count: 4, gap: 62, height: 14, color: p.accent }),
      4,
      1130,
      470,
    ),
    rect(0, 780, 1600, 120, p.ink),
    loaf(130, 750, p.main, p.glow),
    loaf(630, 750, '#b9772a', p.ink),
    loaf(1130, 750, p.main, p.glow),
    loaf(380, 640, '#b9772a', p.ink),
    loaf(880, 640, p.main, p.glow),
  ].join('');
};

/** A dark room with a door standing open. */
const door: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground(p.ink),
    stipple(b, { box: [0, 0, 1600, 900], color: p.accent, toward: 180, points: 4200, opacity: 0.7 }),
    path('M930 700L1230 700L1500 900L420 900Z', p.soft),
    inside(
      path('M930 700L1230 700L1500 900L420 900Z', p.soft),
      stipple(b, { box: [420, 700, 1080, 200], color: p.main, toward: 90, points: 2200 }),
    ),
    rect(930, 130, 300, 570, p.soft),
    stipple(b, { box: [930, 130, 300, 570], color: p.main, toward: 270, points: 1300 }),
    path('M1230 130L1400 70V790L1230 700Z', p.accent),
    circle(1262, 430, 12, p.soft),
    ...[
      [180, 560],
      [330, 620],
      [480, 560],
      [630, 630],
    ].map(([x = 0, y = 0], i) =>
      group(
        rect(x, y, 96, 14, i === 3 ? p.glow : p.main, { rx: 4 }) +
          rect(x, y - 110, 14, 200, i === 3 ? p.glow : p.main, { rx: 4 }) +
          rect(x + 82, y, 14, 90, i === 3 ? p.glow : p.main, { rx: 4 }),
        {},
      ),
    ),
    circle(1050, 420, 42, p.ink),
    path('M1002 700V540a48 60 0 0 1 96 0V700Z', p.ink),
  ].join('');
};

/** A drift of envelopes, a few of them open. */
const letters: Scene = (b) => {
  const { palette: p } = b;
  const envelopes = range(0, 6).flatMap((column) =>
    range(0, 4).map((row) => {
      const [x, y] = [20 + column * 270 + (row % 2) * 70, 50 + row * 215];
      const fill = b.random.pick([p.paper, p.paper, p.soft, p.main, '#fffaf0', p.glow]);
      const edge = fill === p.glow ? p.paper : p.ink;
      return turned(
        rect(x, y, 214, 142, fill, { rx: 8 }) +
          stroke(`M${x + 10} ${y + 12}L${x + 107} ${y + 82}L${x + 204} ${y + 12}`, edge, 6),
        b.random.between(-9, 9),
        x + 90,
        y + 60,
      );
    }),
  );
  return [
    ground(p.accent),
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 45, points: 2600 }),
    ...envelopes,
  ].join('');
};

/** A page on which nearly everything is crossed out. */
const crossed: Scene = (b) => {
  const { palette: p } = b;
  const rows = range(0, 8).map((i) => {
    const [y, width] = [170 + i * 80, b.random.between(420, 700)];
    const out = ![2, 7].includes(i);
    return (
      rect(460, y, width, 24, out ? p.soft : p.ink, { rx: 12 }) +
      (out ? stroke(`M440 ${y + 20}q${width / 2} -26 ${width + 50} -8`, p.glow, 8) : '')
    );
  });
  return [
    ground(p.main),
    stipple(b, { box: [0, 0, 1600, 900], color: p.glow, toward: 45, points: 4600 }),
    turned(rect(360, 60, 900, 800, '#fffaf0') + rows.join(''), -2, 800, 450),
    turned(rect(1290, 180, 44, 560, p.accent, { rx: 8 }) + path('M1290 740h44l-22 70Z', p.ink), 18, 1310, 500),
  ].join('');
};

export const businessScenes = { squares, bakery, door, letters, crossed };
