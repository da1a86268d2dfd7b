import {
  circle,
  ellipse,
  grained,
  ground,
  hill,
  inside,
  line,
  path,
  range,
  rect,
  type Scene,
  stipple,
  stroke,
  turned,
} from '../draw.ts';

/** A young tree in the wind. */
const tree: Scene = (b) => {
  const { palette: p } = b;
  const leaves = range(0, 46).map(() => {
    const t = b.random.next();
    const [x, y] = [700 + t * 560 + b.random.between(-120, 90), 330 - t * 90 + b.random.between(-170, 160)];
    return turned(
      ellipse(
        x,
        y,
        b.random.between(34, 62),
        b.random.between(16, 26),
        b.random.pick([p.main, p.main, p.soft, p.accent]),
      ),
      b.random.between(-24, 14),
      x,
      y,
    );
  });
  return [
    ground(p.glow),
    ...range(0, 6).map((i) =>
      stroke(`M${-60 + i * 40} ${120 + i * 92}q260 -70 520 0t520 0t620 -30`, p.paper, 10, { opacity: 0.8 }),
    ),
    stipple(b, { box: [0, 0, 1600, 900], color: p.soft, toward: 45, points: 4600, opacity: 0.8 }),
    hill(
      [
        [-50, 800],
        [400, 740],
        [900, 790],
        [1300, 740],
        [1650, 780],
      ],
      p.accent,
    ),
    stroke('M560 790C560 620 590 480 740 400S1020 290 1180 270', p.ink, 44),
    stroke('M640 470C700 380 740 320 860 260M800 370C900 390 980 400 1080 380', p.ink, 20),
    ...leaves,
    stroke('M480 790V560M480 600L600 600', p.ink, 10, { opacity: 0.35 }),
  ].join('');
};

/** A path to nowhere in particular, with a bench. */
const walk: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground(p.soft),
    circle(420, 270, 130, p.paper),
    stipple(b, { box: [0, 0, 1600, 520], color: p.main, toward: 270, points: 3000, opacity: 0.45 }),
    hill(
      [
        [-50, 420],
        [300, 470],
        [700, 380],
        [1100, 450],
        [1650, 340],
      ],
      '#e58b7e',
    ),
    grained(
      b,
      hill(
        [
          [-50, 560],
          [350, 500],
          [800, 560],
          [1200, 500],
          [1650, 560],
        ],
        p.main,
      ),
      { box: [0, 490, 1600, 410], color: p.ink, toward: 90, points: 5200, opacity: 0.5 },
    ),
    path('M760 545C640 590 980 640 900 700S480 800 520 920H960C900 820 1080 770 1060 690S800 600 790 545Z', p.glow),
    rect(1160, 600, 250, 20, p.ink, { rx: 4 }),
    rect(1160, 550, 250, 16, p.ink, { rx: 4 }),
    rect(1180, 550, 14, 120, p.ink),
    rect(1376, 550, 14, 120, p.ink),
    ...[
      [180, 500, 90],
      [300, 540, 70],
      [1490, 480, 110],
    ].map(
      ([x = 0, y = 0, r = 0]) =>
        line(x, y, x, y + 130, p.ink, 14) +
        grained(b, circle(x, y, r, p.accent), {
          box: [x - r, y - r, 2 * r, 2 * r],
          color: p.ink,
          toward: 45,
          points: 600,
        }),
    ),
  ].join('');
};

/** The moon over a sea of blankets. */
const sleep: Scene = (b) => {
  const { palette: p } = b;
  const moon = circle(1120, 270, 150, p.glow);
  const waves = range(0, 5).map((i) => {
    const y = 480 + i * 92;
    const fill = [p.main, '#a83a40', p.accent, '#1f4f5a', p.ink][i] ?? p.ink;
    const points = range(0, 8).map((k) => [-60 + k * 250, y + (k % 2 === i % 2 ? -48 : 40)] as const);
    return grained(b, hill(points, fill), {
      box: [0, y - 60, 1600, 240],
      color: p.paper,
      toward: 270,
      points: 2200,
      power: 3.4,
      opacity: 0.35,
    });
  });
  return [
    ground(p.ink),
    stipple(b, { box: [0, 0, 1600, 520], color: p.main, toward: 90, points: 3600, opacity: 0.7 }),
    ...range(0, 36).map(() =>
      circle(b.random.between(0, 1600), b.random.between(0, 430), b.random.between(1.5, 4), p.paper),
    ),
    moon,
    inside(moon, circle(1064, 240, 138, p.ink)),
    path('M330 250L860 150V380L330 280Z', p.glow, { opacity: 0.16 }),
    path('M272 300h76l42 330H230Z', p.paper),
    path('M262 380h94l6 50H256Z', p.main),
    rect(278, 232, 64, 68, p.glow),
    path('M266 232h88l-44 -56Z', p.main),
    ...waves,
  ].join('');
};

/** Three eight-pointed stars in a tiled wall. */
const stars: Scene = (b) => {
  const { palette: p } = b;
  const star = (x: number, y: number, r: number, fill: string) =>
    rect(x - r, y - r, 2 * r, 2 * r, fill) + turned(rect(x - r, y - r, 2 * r, 2 * r, fill), 45, x, y);
  const tiles = range(0, 9).flatMap((column) =>
    range(0, 6).map((row) => star(column * 200, row * 180 - 0, 52, (column + row) % 2 ? p.soft : '#f6c3b4')),
  );
  return [
    ground(p.paper),
    ...tiles,
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 90, points: 5200, opacity: 0.5 }),
    ...[
      [360, p.main, p.glow],
      [800, p.accent, p.paper],
      [1240, p.ink, p.soft],
    ].map(([x, fill, core]) => {
      const [cx, outer] = [Number(x), String(fill)];
      return (
        grained(b, star(cx, 450, 150, outer), {
          box: [cx - 212, 238, 424, 424],
          color: p.paper,
          toward: 225,
          points: 1500,
          power: 3,
          opacity: 0.45,
        }) +
        star(cx, 450, 84, String(core)) +
        circle(cx, 450, 42, outer)
      );
    }),
  ].join('');
};

/** Chairs seen from above, in twos and threes. */
const chairs: Scene = (b) => {
  const { palette: p } = b;
  const chair = (x: number, y: number, degrees: number, fill: string) =>
    turned(
      grained(b, rect(x - 70, y - 60, 140, 130, fill, { rx: 26 }), {
        box: [x - 70, y - 60, 140, 130],
        color: p.ink,
        toward: 90,
        points: 420,
        opacity: 0.4,
      }) + rect(x - 80, y - 86, 160, 40, p.ink, { rx: 20 }),
      degrees,
      x,
      y,
    );
  return [
    ground(p.paper),
    ...range(0, 12).map((i) => rect(i * 140, 0, 70, 900, '#f6e1d6')),
    stipple(b, { box: [0, 0, 1600, 900], color: p.soft, toward: 20, points: 4200, opacity: 0.8 }),
    chair(270, 250, 30, p.main),
    chair(480, 300, -50, p.soft),
    chair(740, 640, 160, p.accent),
    chair(560, 660, 60, p.main),
    chair(1060, 240, 15, p.accent),
    chair(1260, 300, -70, p.glow),
    chair(1180, 640, 120, p.main),
    chair(1390, 650, 215, p.soft),
    chair(230, 660, 95, p.glow),
    ...range(0, 9).map((i) => turned(ellipse(860, 330, 90, 26, i % 2 ? p.accent : '#3f8a8c'), i * 40, 800, 400)),
    circle(800, 400, 40, p.ink),
  ].join('');
};

export const healthScenes = { tree, walk, sleep, stars, chairs };
