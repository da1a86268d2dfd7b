import {
  circle,
  ellipse,
  grained,
  ground,
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

/** One lens, looking back. */
const lens: Scene = (b) => {
  const { palette: p } = b;
  const rings = [
    [400, p.ink],
    [352, p.main],
    [300, p.ink],
    [236, p.accent],
    [170, p.ink],
    [104, p.soft],
  ] as const;
  return [
    ground(p.glow),
    rect(0, 560, 1600, 340, p.soft),
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 90, points: 5200, opacity: 0.5 }),
    ...rings.map(([r, fill], i) =>
      i % 2
        ? grained(b, circle(960, 450, r, fill), {
            box: [960 - r, 450 - r, 2 * r, 2 * r],
            color: p.ink,
            toward: 50,
            points: r * 7,
            opacity: 0.5,
          })
        : circle(960, 450, r, fill),
    ),
    circle(880, 360, 46, p.paper, { opacity: 0.9 }),
    circle(1042, 548, 20, p.paper, { opacity: 0.7 }),
    ...range(0, 40).map((i) => turned(rect(956, 62, 8, i % 5 ? 16 : 32, p.paper, { rx: 4 }), i * 9, 960, 450)),
    ...range(0, 3).map((i) =>
      circle(190 + i * 34, 640 - i * 180, 110 - i * 18, 'none', {
        stroke: p.ink,
        'stroke-width': 6,
        'stroke-dasharray': '10 16',
      }),
    ),
  ].join('');
};

/** An apple, its peel, and a camera that nobody minds. */
const kitchen: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground(p.soft),
    stipple(b, { box: [0, 0, 1600, 600], color: p.main, toward: 200, points: 3800, opacity: 0.5 }),
    rect(0, 590, 1600, 310, p.accent),
    stipple(b, { box: [0, 590, 1600, 310], color: p.ink, toward: 90, points: 3000, opacity: 0.5 }),
    ellipse(560, 690, 300, 44, '#234f6b'),
    grained(
      b,
      path(
        'M560 400q-60 -60 -150 -20q-90 50 -60 170q36 130 140 140q40 0 70 -18q30 18 70 18q104 -10 140 -140q30 -120 -60 -170q-90 -40 -150 20Z',
        p.main,
      ),
      { box: [340, 360, 440, 330], color: p.ink, toward: 40, points: 2400, opacity: 0.5 },
    ),
    stroke('M560 400q0 -60 40 -90', p.ink, 14),
    turned(ellipse(640, 330, 54, 22, '#5c8a57'), -20, 640, 330),
    stroke('M420 470q-160 60 -210 180q-30 90 60 90q80 -6 60 -66q-20 -40 -60 -10', p.glow, 34),
    rect(980, 470, 400, 240, p.ink, { rx: 24 }),
    rect(1040, 430, 120, 60, p.ink, { rx: 12 }),
    circle(1180, 590, 94, p.soft),
    circle(1180, 590, 72, p.ink),
    circle(1180, 590, 40, p.accent),
    circle(1164, 574, 12, p.paper),
    circle(1330, 510, 14, p.main),
  ].join('');
};

/** Umbrellas in the rain, doubled by the street. */
const rain: Scene = (b) => {
  const { palette: p } = b;
  const umbrella = (x: number, y: number, r: number, fill: string) =>
    path(
      `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}q${-r / 6} ${-r / 5} ${-r / 3} 0q${-r / 6} ${-r / 5} ${-r / 3} 0q${-r / 6} ${-r / 5} ${-r / 3} 0q${-r / 6} ${-r / 5} ${-r / 3} 0q${-r / 6} ${-r / 5} ${-r / 3} 0q${-r / 6} ${-r / 5} ${-r / 3} 0Z`,
      fill,
    ) +
    line(x, y - r, x, y + r * 0.9, p.ink, 7) +
    path(
      `M${x - r * 0.3} ${y + r * 1.5}V${y + r * 0.5}a${r * 0.3} ${r * 0.34} 0 0 1 ${r * 0.6} 0V${y + r * 1.5}Z`,
      p.ink,
    );
  const people = [
    [260, 400, 130, p.main],
    [560, 430, 100, p.soft],
    [900, 380, 150, p.glow],
    [1230, 440, 90, p.paper],
    [1440, 410, 120, p.main],
  ] as const;
  const drops = range(0, 150).map(() => {
    const [x, y, length] = [b.random.between(-100, 1650), b.random.between(-40, 860), b.random.between(24, 70)];
    return `M${x.toFixed(0)} ${y.toFixed(0)}l${(-length / 4).toFixed(0)} ${length.toFixed(0)}`;
  });
  return [
    ground(p.accent),
    stipple(b, { box: [0, 0, 1600, 620], color: p.ink, toward: 270, points: 4600, opacity: 0.6 }),
    ...[
      [0, 170, 210],
      [190, 90, 180],
      [420, 210, 230],
      [690, 60, 170],
      [1050, 150, 240],
      [1330, 80, 270],
    ].map(([x = 0, y = 0, w = 0]) => rect(x, y, w, 470, '#224c66')),
    ...range(0, 26).map(() =>
      rect(b.random.int(0, 30) * 52, 130 + b.random.int(0, 7) * 56, 22, 30, b.random.pick([p.glow, p.soft])),
    ),
    rect(0, 620, 1600, 280, p.ink),
    ...people.map(
      ([x, , r, fill]) =>
        ellipse(x, 740 + r * 0.2, r * 0.7, 64, fill, { opacity: 0.55 }) +
        rect(x - r * 0.25, 625, r * 0.5, 200, fill, { opacity: 0.22 }),
    ),
    stipple(b, { box: [0, 620, 1600, 280], color: p.main, toward: 270, points: 2600, opacity: 0.6 }),
    ...people.map(([x, y, r, fill]) => umbrella(x, y, r, fill)),
    stroke(drops.join(''), p.paper, 3.5, { opacity: 0.6 }),
  ].join('');
};

/** A bath, filled to the line. */
const bathtub: Scene = (b) => {
  const { palette: p } = b;
  const tub = path('M330 430H1270V560Q1270 760 1070 760H530Q330 760 330 560Z', p.paper);
  return [
    ground(p.soft),
    ...range(0, 9).flatMap((c) =>
      range(0, 4).map((r) =>
        rect(c * 190 - 20, r * 190 - 40, 178, 178, (c + r) % 3 ? '#f3b4c9' : '#f6c3d3', { rx: 6 }),
      ),
    ),
    stipple(b, { box: [0, 0, 1600, 700], color: p.main, toward: 180, points: 3600, opacity: 0.4 }),
    rect(0, 700, 1600, 200, p.main),
    stroke('M420 760l-40 70M1180 760l40 70', p.ink, 30),
    tub,
    inside(
      tub,
      rect(330, 530, 940, 240, p.accent) +
        stipple(b, { box: [330, 530, 940, 240], color: p.ink, toward: 90, points: 2200 }) +
        path('M330 530q60 -24 120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0V560H330Z', '#6fa0bd'),
    ),
    rect(290, 400, 1020, 44, p.ink, { rx: 22 }),
    stroke('M1090 400V250Q1090 170 1010 170T930 250', p.ink, 34),
    rect(904, 240, 52, 36, p.ink, { rx: 6 }),
    rect(920, 276, 20, 260, '#6fa0bd', { rx: 10 }),
    stroke('M1040 150h100', p.ink, 26),
    stroke('M360 530h130', p.main, 8, { 'stroke-dasharray': '16 18' }),
    circle(560, 500, 34, p.glow),
    path('M540 476q20 -46 60 -22q4 26 -20 34Z', p.glow),
    path('M598 458l30 6l-28 12Z', '#ee7a3c'),
  ].join('');
};

/** Everything soft but a stranger's umbrella. */
const blur: Scene = (b) => {
  const { palette: p } = b;
  const soft = (x: number, y: number, r: number, fill: string) =>
    range(0, 5)
      .map((i) => circle(x, y, r * (1.25 - i * 0.12), fill, { opacity: 0.22 }))
      .join('');
  return [
    ground(p.glow),
    rect(0, 330, 1600, 260, p.accent),
    rect(0, 330, 1600, 90, '#5f93b1'),
    stipple(b, { box: [0, 0, 1600, 330], color: p.soft, toward: 270, points: 2600, opacity: 0.9 }),
    stipple(b, { box: [0, 590, 1600, 310], color: p.main, toward: 90, points: 2600, opacity: 0.4 }),
    soft(560, 330, 84, p.ink),
    soft(560, 560, 170, p.main),
    soft(560, 690, 150, p.main),
    soft(350, 470, 70, p.ink),
    soft(770, 470, 70, p.ink),
    soft(160, 170, 90, p.paper),
    soft(900, 130, 60, p.paper),
    soft(1040, 720, 80, p.soft),
    soft(240, 780, 60, p.paper),
    line(1300, 330, 1260, 780, p.ink, 12),
    turned(
      path('M1060 380A240 240 0 0 1 1540 380Z', p.paper) +
        path('M1140 380A160 240 0 0 1 1220 170A240 240 0 0 1 1300 140V380Z', p.main) +
        path('M1460 380A160 240 0 0 0 1380 170A240 240 0 0 1 1540 380Z', p.main),
      -5,
      1300,
      380,
    ),
  ].join('');
};

/** Red light, three trays, a line of prints. */
const darkroom: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground('#2a0a14'),
    circle(1250, 170, 420, '#5c1226'),
    circle(1250, 170, 260, '#8f1c34'),
    circle(1250, 170, 110, '#e8485a'),
    stipple(b, { box: [0, 0, 1600, 900], color: '#e8485a', toward: 320, points: 4600, power: 3, opacity: 0.5 }),
    line(-20, 170, 1020, 230, '#e8485a', 5),
    ...range(0, 4).map((i) =>
      turned(
        rect(90 + i * 230, 190 + i * 13, 170, 210, '#f0a3a0') + rect(106 + i * 230, 206 + i * 13, 138, 150, '#5c1226'),
        3,
        170 + i * 230,
        190,
      ),
    ),
    rect(0, 640, 1600, 260, '#14050a'),
    ...range(0, 3).map(
      (i) =>
        path(`M${130 + i * 470} 560h380l-40 130h-300Z`, ['#8f1c34', '#5c1226', '#8f1c34'][i] ?? p.main) +
        rect(150 + i * 470, 560, 340, 26, '#e8485a', { opacity: 0.8 }),
    ),
  ].join('');
};

export const photographyScenes = { lens, kitchen, rain, bathtub, blur, darkroom };
