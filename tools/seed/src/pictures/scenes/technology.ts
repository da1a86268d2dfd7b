import {
  circle,
  grained,
  ground,
  group,
  halfDisc,
  hill,
  inside,
  line,
  path,
  range,
  rect,
  type Scene,
  stipple,
  stroke,
  textLines,
  turned,
} from '../draw.ts';

/** A brass lamp on a dark shelf, and its cone of light. */
const lamp: Scene = (b) => {
  const { palette: p } = b;
  const cone = path('M905 330L1150 330L1500 790L560 790Z', p.glow);
  return [
    ground(p.ink),
    stipple(b, { box: [0, 0, 1600, 790], color: p.main, toward: 180, power: 3, opacity: 0.7, points: 3600 }),
    grained(b, cone, { box: [560, 330, 940, 460], color: p.accent, toward: 90, points: 3800, opacity: 0.6 }),
    rect(0, 790, 1600, 110, p.main),
    rect(560, 790, 940, 110, p.accent),
    stroke('M420 790L420 470Q420 210 680 210L985 210', p.soft, 20),
    path('M925 205A103 103 0 0 1 1130 205L1175 335L880 335Z', p.accent),
    path('M1028 110A103 103 0 0 1 1130 205L1175 335L1060 335Z', p.soft, { opacity: 0.35 }),
    rect(320, 764, 200, 28, p.soft, { rx: 8 }),
    ...range(0, 4).map((i) =>
      rect(
        730 + i * 150,
        690,
        104,
        100,
        i === 3 ? 'none' : p.ink,
        i === 3 ? { stroke: p.ink, 'stroke-width': 6, 'stroke-dasharray': '14 14', rx: 8 } : { rx: 8 },
      ),
    ),
  ].join('');
};

/** Rows of jobs, one of them being worked on. */
const table: Scene = (b) => {
  const { palette: p } = b;
  const rows = range(0, 6).map((row) => {
    const y = 95 + row * 122;
    const live = row === 2;
    const cells = range(0, 3).map((i) =>
      rect(520 + i * 290, y + 38, [220, 170, 240][(i + row) % 3] ?? 200, 22, live ? p.ink : p.soft, { rx: 11 }),
    );
    const plate = rect(190, y, 1220, 100, live ? p.accent : p.paper, { rx: 14 });
    return [
      live
        ? grained(b, rect(250, y, 1260, 100, p.accent, { rx: 14 }), {
            box: [250, y, 1260, 100],
            color: p.glow,
            toward: 0,
            points: 900,
          })
        : plate,
      group(
        circle(320, y + 50, 26, live ? p.ink : row < 2 ? p.soft : p.main) + cells.join(''),
        live ? { transform: 'translate(60 0)' } : {},
      ),
    ].join('');
  });
  return [
    ground(p.main),
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 60, points: 5200, opacity: 0.55 }),
    ...rows,
  ].join('');
};

/** A message between rings of sound. */
const message: Scene = (b) => {
  const { palette: p } = b;
  const rings = range(0, 7).map((i) => circle(470, 470, 760 - i * 100, i % 2 ? p.soft : p.paper));
  return [
    ground(p.soft),
    ...rings,
    stipple(b, { box: [0, 0, 1600, 900], color: p.main, toward: 0, points: 3800, opacity: 0.5 }),
    halfDisc(470, 470, 140, 90, p.ink),
    path(
      'M690 250H1330a44 44 0 0 1 44 44V600a44 44 0 0 1 -44 44H860L740 750V644H690a44 44 0 0 1 -44 -44V294a44 44 0 0 1 44 -44Z',
      p.ink,
    ),
    rect(730, 336, 300, 34, p.accent, { rx: 17 }),
    textLines(b, { x: 730, y: 420, width: 560, count: 3, gap: 66, height: 26, color: p.soft }),
  ].join('');
};

/** Four dials that do not agree. */
const dials: Scene = (b) => {
  const { palette: p } = b;
  const faces = [
    [p.main, p.paper, 300, 60],
    [p.accent, p.ink, 0, 210],
    [p.ink, p.glow, 120, 330],
    [p.soft, p.ink, 200, 20],
  ] as const;
  const dial = ([fill, hand, hours, minutes]: (typeof faces)[number], index: number) => {
    const [x, y, r] = [250 + index * 367, index % 2 ? 560 : 340, 205];
    return [
      grained(b, circle(x, y, r, fill), {
        box: [x - r, y - r, 2 * r, 2 * r],
        color: p.ink,
        toward: 55,
        points: 1300,
        opacity: 0.35,
      }),
      ...range(0, 12).map((tick) =>
        turned(rect(x - 4, y - r + 22, 8, tick % 3 ? 14 : 30, hand, { rx: 4 }), tick * 30, x, y),
      ),
      turned(line(x, y, x, y - 92, hand, 16), hours, x, y),
      turned(line(x, y, x, y - 148, hand, 9), minutes, x, y),
      circle(x, y, 16, hand),
    ].join('');
  };
  return [
    ground(p.paper),
    path('M-20 640L1620 190V920H-20Z', p.glow),
    stipple(b, { box: [0, 300, 1600, 600], color: p.accent, toward: 90, points: 4200, opacity: 0.5 }),
    ...faces.map(dial),
  ].join('');
};

/** A railcar leaving a tunnel by night. */
const tunnel: Scene = (b) => {
  const { palette: p } = b;
  const arch = path('M880 740V560A170 170 0 0 1 1220 560V740Z', '#0b1828');
  return [
    ground(p.main),
    circle(340, 240, 105, p.glow),
    stipple(b, { box: [0, 0, 1600, 560], color: p.ink, toward: 270, points: 3400, opacity: 0.55 }),
    hill(
      [
        [-50, 640],
        [250, 520],
        [520, 560],
        [800, 400],
        [1100, 180],
        [1400, 300],
        [1650, 240],
      ],
      p.ink,
    ),
    inside(
      path('M-50 640L800 400L1100 180L1650 240V740H-50Z', p.ink),
      stipple(b, { box: [500, 180, 1150, 560], color: p.main, toward: 300, points: 4200, opacity: 0.55 }),
    ),
    path('M846 740V560A204 204 0 0 1 1254 560V740Z', p.soft),
    arch,
    rect(0, 740, 1600, 160, '#1d3450'),
    ...range(0, 20).map((i) => rect(i * 84 - 10, 768, 44, 12, p.ink)),
    rect(0, 752, 1600, 8, p.soft),
    group(
      [
        path('M500 560H1010V736H470V600Q470 560 500 560Z', p.accent),
        rect(470, 668, 540, 26, p.paper),
        ...range(0, 5).map((i) => rect(520 + i * 96, 590, 70, 56, p.glow, { rx: 8 })),
        circle(580, 738, 24, p.ink),
        circle(880, 738, 24, p.ink),
        path('M470 690L120 750H470Z', p.glow, { opacity: 0.35 }),
      ].join(''),
      {},
    ),
  ].join('');
};

/** A wall of blocks from which most have gone. */
const cleared: Scene = (b) => {
  const { palette: p } = b;
  const blocks = range(0, 16).flatMap((column) =>
    range(0, 9).flatMap((row) => {
      const keep = b.random.next() < (1 - column / 15) ** 1.4 + 0.04;
      const fill = b.random.next() < 0.08 ? p.accent : b.random.pick([p.main, p.main, p.ink, p.soft]);
      return keep ? [rect(column * 100 + 8, row * 100 + 8, 84, 84, fill, { rx: 6 })] : [];
    }),
  );
  return [
    ground(p.paper),
    ...blocks,
    stipple(b, { box: [0, 0, 1600, 900], color: p.ink, toward: 180, points: 4200, opacity: 0.35 }),
  ].join('');
};

export const technologyScenes = { lamp, table, message, dials, tunnel, cleared };
