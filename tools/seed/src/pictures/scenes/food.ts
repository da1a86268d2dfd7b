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

/** Dough rising out of its bowl, a thermometer in it. */
const dough: Scene = (b) => {
  const { palette: p } = b;
  const dome = path('M470 520C450 300 600 210 800 210S1150 300 1130 520Z', '#f7e2bd');
  return [
    ground(p.soft),
    circle(1330, 230, 130, 'none', { stroke: p.paper, 'stroke-width': 22 }),
    ...range(0, 12).map((i) => turned(rect(1326, 120, 8, 24, p.paper), i * 30, 1330, 230)),
    stipple(b, { box: [0, 0, 1600, 740], color: p.main, toward: 90, points: 4600, opacity: 0.55 }),
    rect(0, 740, 1600, 160, p.ink),
    grained(b, dome, { box: [460, 210, 680, 310], color: p.main, toward: 50, points: 3000, opacity: 0.5 }),
    ...range(0, 7).map(() =>
      ellipse(
        b.random.between(600, 1020),
        b.random.between(290, 470),
        b.random.between(14, 34),
        b.random.between(10, 22),
        '#fdf3dc',
      ),
    ),
    grained(b, path('M400 500H1200Q1190 740 980 760H620Q410 740 400 500Z', p.accent), {
      box: [400, 500, 800, 260],
      color: p.ink,
      toward: 30,
      points: 2600,
    }),
    rect(376, 478, 848, 48, '#6f9560', { rx: 24 }),
    turned(
      rect(880, 60, 36, 360, p.paper, { rx: 18 }) +
        rect(892, 200, 12, 210, p.glow, { rx: 6 }) +
        circle(898, 420, 34, p.glow),
      16,
      898,
      420,
    ),
  ].join('');
};

/** A cup without its handle. */
const cup: Scene = (b) => {
  const { palette: p } = b;
  const body = path('M560 300H1000L960 700Q955 750 900 750H660Q605 750 600 700Z', '#fffaf2');
  return [
    ground(p.accent),
    ...range(0, 12).map((i) => circle(80 + (i % 6) * 290, 110 + Math.floor(i / 6) * 360, 70, '#64894f')),
    stipple(b, { box: [0, 0, 1600, 740], color: p.ink, toward: 20, points: 4600, opacity: 0.45 }),
    rect(0, 720, 1600, 180, p.soft),
    ellipse(790, 766, 330, 30, '#dd9d5d'),
    grained(b, body, { box: [560, 300, 440, 450], color: p.soft, toward: 0, points: 2400, opacity: 0.9 }),
    inside(
      body,
      rect(540, 430, 480, 34, p.main) +
        rect(540, 484, 480, 12, p.glow) +
        range(0, 7)
          .map((i) => circle(600 + i * 64, 570, 20, i % 2 ? p.glow : p.main))
          .join(''),
    ),
    ellipse(780, 300, 220, 42, '#f3e4cc'),
    ellipse(780, 306, 190, 30, '#fffaf2'),
    path('M990 390l26 -6v34l-30 8ZM972 590l26 -4l-4 32l-26 6Z', '#e7d3b3'),
    stroke('M1200 640q90 -40 60 -130q-20 -50 -70 -46', '#fffaf2', 30),
    line(1130, 742, 1190, 742, '#fffaf2', 20),
    line(420, 748, 450, 744, '#fffaf2', 14),
  ].join('');
};

/** A bowl of soup from above. */
const soup: Scene = (b) => {
  const { palette: p } = b;
  const broth = circle(800, 450, 310, p.main);
  const bits = range(0, 34).map(() => {
    const [angle, radius] = [b.random.between(0, Math.PI * 2), 290 * Math.sqrt(b.random.next())];
    const [x, y, kind] = [800 + radius * Math.cos(angle), 450 + radius * Math.sin(angle), b.random.int(0, 3)];
    if (kind === 0) return circle(x, y, b.random.between(26, 40), '#f29b45') + circle(x, y, 14, '#f7bd7c');
    if (kind === 1) return turned(ellipse(x, y, 40, 24, '#f8e6c4'), b.random.between(0, 180), x, y);
    if (kind === 2) return circle(x, y, b.random.between(14, 20), '#88a85f');
    return turned(path(`M${x - 50} ${y}q50 -44 100 0q-50 44 -100 0Z`, p.accent), b.random.between(0, 180), x, y);
  });
  return [
    ground(p.glow),
    ...range(0, 17).map((i) => rect(i * 100, 0, 50, 900, '#a93025')),
    ...range(0, 9).map((i) => rect(0, i * 100, 1600, 50, '#c8503c', { opacity: 0.45 })),
    circle(824, 482, 400, p.ink, { opacity: 0.35 }),
    circle(800, 450, 396, p.paper),
    circle(800, 450, 350, '#f0dcc0'),
    broth,
    inside(broth, stipple(b, { box: [490, 140, 620, 620], color: p.glow, toward: 45, points: 2600 }) + bits.join('')),
    turned(
      ellipse(1370, 260, 66, 96, '#e9e2d6') +
        rect(1356, 330, 28, 420, '#e9e2d6', { rx: 14 }) +
        ellipse(1370, 262, 44, 70, '#cfc5b4'),
      12,
      1370,
      450,
    ),
    grained(
      b,
      turned(path('M110 640q0 -130 120 -130t120 130q0 30 -30 30h-180q-30 0 -30 -30Z', '#d79a52'), -18, 230, 590),
      { box: [90, 480, 300, 240], color: p.ink, toward: 60, points: 900 },
    ),
  ].join('');
};

/** Six tomatoes and their salt. */
const tomatoes: Scene = (b) => {
  const { palette: p } = b;
  const tomato = (x: number, y: number, salt: number) =>
    [
      grained(b, circle(x, y, 168, p.glow), {
        box: [x - 168, y - 168, 336, 336],
        color: p.ink,
        toward: 50,
        points: 1300,
        opacity: 0.4,
      }),
      circle(x, y, 142, '#d8563f'),
      ...range(0, 6).map((i) =>
        turned(
          ellipse(x, y - 82, 30, 46, '#f3a06c') +
            ellipse(x - 8, y - 84, 6, 10, '#fbe3b4') +
            ellipse(x + 9, y - 76, 6, 10, '#fbe3b4'),
          i * 60 + salt * 7,
          x,
          y,
        ),
      ),
      circle(x, y, 26, '#f3a06c'),
      stroke(
        range(0, salt * 16)
          .map(() => `M${Math.round(x + b.random.between(-130, 130))} ${Math.round(y + b.random.between(-130, 130))}h0`)
          .join(''),
        '#ffffff',
        9,
      ),
    ].join('');
  return [
    ground(p.paper),
    path('M-20 500L1620 330V920H-20Z', p.soft),
    stipple(b, { box: [0, 330, 1600, 570], color: p.main, toward: 90, points: 2600, opacity: 0.6 }),
    ...range(0, 6).map((i) => tomato(330 + (i % 3) * 470, 240 + Math.floor(i / 3) * 420, i)),
  ].join('');
};

/** The second-best knife, on its board. */
const knife: Scene = (b) => {
  const { palette: p } = b;
  const board = rect(150, 120, 1300, 660, '#d79a52', { rx: 40 });
  return [
    ground(p.accent),
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 45, points: 4600, opacity: 0.45 }),
    board,
    inside(
      board,
      range(0, 9)
        .map((i) => stroke(`M150 ${150 + i * 76}q330 ${i % 2 ? 34 : -30} 660 0t660 0`, '#c18239', 7))
        .join('') + stipple(b, { box: [150, 120, 1300, 660], color: p.ink, toward: 60, points: 2600, opacity: 0.3 }),
    ),
    circle(1360, 450, 34, p.accent),
    turned(
      grained(b, path('M300 400H1000V520Q720 540 480 490Q340 460 300 400Z', '#e9e6df'), {
        box: [300, 400, 700, 140],
        color: '#8a8f92',
        toward: 90,
        points: 1700,
        opacity: 0.7,
      }) +
        rect(1000, 396, 40, 84, '#8a8f92') +
        path('M1040 398H1290Q1330 398 1330 440Q1330 486 1290 484L1040 478Z', p.ink) +
        range(0, 3)
          .map((i) => circle(1095 + i * 80, 440, 11, p.soft))
          .join(''),
      -12,
      800,
      450,
    ),
    ...range(0, 5).map((i) =>
      turned(ellipse(330 + i * 66, 650 - (i % 2) * 16, 26, 52, i % 2 ? '#f8e6c4' : '#fbf0e0'), 20, 330 + i * 66, 650),
    ),
    ...range(0, 4).map(
      (i) =>
        circle(760 + i * 78, 680 - (i % 2) * 24, 34, p.glow) + circle(760 + i * 78, 680 - (i % 2) * 24, 20, '#d8563f'),
    ),
  ].join('');
};

export const foodScenes = { dough, cup, soup, tomatoes, knife };
