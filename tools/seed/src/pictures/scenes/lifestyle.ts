import {
  circle,
  ellipse,
  grained,
  ground,
  group,
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

/** Terraced houses up a hill in the first light. */
const round: Scene = (b) => {
  const { palette: p } = b;
  const house = (x: number, y: number, fill: string, lit: boolean) =>
    [
      rect(x, y, 108, 170, fill),
      path(`M${x - 10} ${y}L${x + 54} ${y - 62}L${x + 118} ${y}Z`, p.ink),
      rect(x + 78, y - 62, 18, 48, p.ink),
      rect(x + 20, y + 30, 26, 34, lit ? p.glow : p.ink),
      rect(x + 62, y + 30, 26, 34, p.ink),
      rect(x + 62, y + 96, 28, 74, p.accent),
    ].join('');
  return [
    ground(p.glow),
    circle(1210, 330, 150, p.accent),
    stipple(b, { box: [0, 0, 1600, 560], color: p.accent, toward: 90, points: 3600, opacity: 0.5 }),
    hill(
      [
        [-50, 520],
        [300, 430],
        [640, 470],
        [1000, 360],
        [1300, 420],
        [1650, 350],
      ],
      p.soft,
    ),
    grained(
      b,
      hill(
        [
          [-50, 760],
          [260, 700],
          [620, 600],
          [980, 470],
          [1320, 380],
          [1650, 330],
        ],
        p.main,
      ),
      { box: [0, 330, 1600, 570], color: p.ink, toward: 130, points: 5200, opacity: 0.5 },
    ),
    ...range(0, 9).map((i) =>
      house(
        60 + i * 168,
        640 - i * 46 - (i > 4 ? (i - 4) * 8 : 0),
        [p.paper, '#dfe6cf', '#f3e3c2'][i % 3] ?? p.paper,
        i === 0 || i === 5,
      ),
    ),
    stroke('M-30 900C300 860 520 820 760 740S1240 560 1640 500', p.paper, 34),
    stroke('M-30 900C300 860 520 820 760 740S1240 560 1640 500', p.ink, 4, { 'stroke-dasharray': '4 30' }),
  ].join('');
};

/** One lamp, one chair, a pool of light. */
const pool: Scene = (b) => {
  const { palette: p } = b;
  const light = ellipse(960, 770, 560, 110, p.glow);
  return [
    ground(p.ink),
    grained(b, path('M860 300L1100 300L1480 770L440 770Z', '#35543f'), {
      box: [440, 300, 1040, 470],
      color: p.glow,
      toward: 270,
      points: 3800,
      power: 2.6,
      opacity: 0.5,
    }),
    light,
    inside(light, stipple(b, { box: [400, 660, 1120, 220], color: p.accent, toward: 180, points: 2600, opacity: 0.6 })),
    line(980, 300, 980, 760, p.soft, 12),
    ellipse(980, 766, 84, 14, p.soft),
    path('M880 140H1080L1130 310H830Z', p.accent),
    path('M990 140H1080L1130 310H1000Z', p.glow, { opacity: 0.5 }),
    path('M520 440q-60 0 -60 60V640H440V770H480V740H800V770H840V640H820V560H800V640H560V440Z', p.main),
    path('M560 560H800V660H560Z', p.soft),
    path('M1180 790q40 -60 120 -40q50 -40 60 10q60 10 40 40Z', p.ink),
  ].join('');
};

/** Eleven things, laid out. */
const eleven: Scene = (b) => {
  const { palette: p } = b;
  const things: ((x: number, y: number) => string)[] = [
    (x, y) => path(`M${x - 70} ${y - 60}l40 -24q30 30 60 0l40 24l-22 46l-22 -10v90h-52v-90l-22 10Z`, p.main),
    (x, y) => path(`M${x - 20} ${y - 70}h50v80q0 24 -30 36l-34 22q-24 0 -22 -26l36 -26Z`, p.accent),
    (x, y) =>
      grained(
        b,
        path(`M${x - 34} ${y - 70}q34 22 68 0l46 22l26 112l-34 8l-22 -62v80h-100v-80l-22 62l-34 -8l26 -112Z`, p.soft),
        {
          box: [x - 96, y - 70, 192, 170],
          color: p.ink,
          toward: 60,
          points: 420,
        },
      ),
    (x, y) => path(`M${x} ${y - 84}q70 20 76 144h-152q6 -124 76 -144Z`, p.ink),
    (x, y) => rect(x - 64, y - 40, 128, 80, p.glow, { rx: 24, stroke: p.accent, 'stroke-width': 8 }),
    (x, y) =>
      turned(
        rect(x - 80, y - 10, 120, 20, p.accent, { rx: 10 }) + rect(x + 36, y - 26, 46, 28, p.main, { rx: 4 }),
        -30,
        x,
        y,
      ),
    (x, y) =>
      path(`M${x - 84} ${y - 46}l56 -20l56 20l56 -20v112l-56 20l-56 -20l-56 20Z`, p.soft) +
      line(x - 28, y - 62, x - 28, y + 42, p.main, 5) +
      line(x + 28, y - 42, x + 28, y + 62, p.main, 5),
    (x, y) =>
      turned(
        rect(x - 90, y - 10, 150, 20, p.glow) +
          path(`M${x + 60} ${y - 10}l34 10l-34 10Z`, p.ink) +
          rect(x - 90, y - 10, 24, 20, p.accent),
        35,
        x,
        y,
      ),
    (x, y) => rect(x - 42, y - 76, 84, 152, p.ink, { rx: 14 }) + rect(x - 32, y - 58, 64, 108, p.soft, { rx: 4 }),
    (x, y) =>
      rect(x - 56, y - 74, 112, 148, p.main, { rx: 4 }) +
      rect(x - 56, y - 74, 16, 148, p.ink) +
      rect(x - 20, y - 40, 56, 14, p.glow),
    (x, y) =>
      rect(x - 56, y - 56, 100, 116, p.accent, { rx: 10 }) +
      circle(x + 56, y, 32, 'none', { stroke: p.accent, 'stroke-width': 16 }) +
      rect(x - 56, y - 56, 100, 16, p.paper, { rx: 8 }),
  ];
  return [
    ground(p.paper),
    stipple(b, { box: [0, 0, 1600, 900], color: p.soft, toward: 45, points: 4200, opacity: 0.8 }),
    ...things.map((thing, i) => {
      const [row, column, first] = i < 4 ? [0, i, 290] : i < 7 ? [1, i - 4, 460] : [2, i - 7, 290];
      return group(thing(0, 0), { transform: `translate(${first + column * 340} ${175 + row * 275}) scale(1.35)` });
    }),
  ].join('');
};

/** The sun of a window on a wall, and nothing else. */
const sunday: Scene = (b) => {
  const { palette: p } = b;
  const pane = (x: number, y: number) => path(`M${x} ${y}l210 -60v230l-210 60Z`, p.glow);
  return [
    ground(p.soft),
    stipple(b, { box: [0, 0, 1600, 760], color: p.main, toward: 180, points: 5000, opacity: 0.6 }),
    ...[
      [560, 210],
      [800, 142],
      [560, 480],
      [800, 412],
    ].map(([x = 0, y = 0]) =>
      grained(b, pane(x, y), { box: [x, y - 60, 210, 290], color: p.paper, toward: 320, points: 800, opacity: 0.9 }),
    ),
    rect(0, 760, 1600, 140, p.main),
    rect(0, 748, 1600, 14, p.paper),
    path('M1190 760q10 -90 110 -92q110 -4 124 -60q26 20 22 60q30 60 -14 92Z', p.ink),
    path('M180 760V640h150V760Z', p.accent),
    stroke('M255 640Q250 480 170 430M255 640Q262 520 330 470M255 620V450', p.ink, 10),
    ...[
      [165, 420],
      [335, 462],
      [255, 430],
    ].map(([x = 0, y = 0]) => ellipse(x, y, 34, 52, p.main)),
  ].join('');
};

/** A kettle and seven screws, one of them different. */
const kettle: Scene = (b) => {
  const { palette: p } = b;
  const body = path('M520 700L560 380q10 -90 190 -90t190 90L980 700q0 40 -40 40H560q-40 0 -40 -40Z', p.paper);
  const screw = (x: number, y: number, odd: boolean) =>
    circle(x, y, 42, odd ? p.accent : p.soft) +
    (odd
      ? range(0, 3)
          .map((i) => turned(line(x, y, x, y - 24, p.ink, 9), i * 120, x, y))
          .join('')
      : line(x - 22, y, x + 22, y, p.ink, 9) + line(x, y - 22, x, y + 22, p.ink, 9));
  return [
    ground(p.main),
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 90, points: 5200, opacity: 0.55 }),
    rect(0, 740, 1600, 160, p.ink),
    stroke('M940 420Q1170 420 1120 620Q1090 690 985 690', p.accent, 44),
    path('M552 440L420 360L400 420L536 570Z', p.paper),
    grained(b, body, { box: [520, 290, 460, 450], color: p.main, toward: 10, points: 2400, opacity: 0.6 }),
    path('M640 290q0 -50 110 -50t110 50Z', p.accent),
    circle(750, 226, 24, p.ink),
    rect(640, 470, 30, 170, p.soft, { rx: 15 }),
    rect(640, 560, 30, 80, p.accent, { rx: 15 }),
    ...range(0, 3).map((i) =>
      stroke(`M${330 - i * 70} ${330 - i * 30}q-40 -50 0 -100t0 -100`, p.glow, 12, { opacity: 0.8 }),
    ),
    ...range(0, 7).map((i) => screw(1270 + (i % 2) * 150, 150 + i * 82, i === 6)),
  ].join('');
};

export const lifestyleScenes = { round, pool, eleven, sunday, kettle };
