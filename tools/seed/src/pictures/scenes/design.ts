import {
  circle,
  ellipse,
  grained,
  ground,
  halfDisc,
  path,
  range,
  rect,
  type Scene,
  stipple,
  stroke,
  textLines,
} from '../draw.ts';

/** Two profiles facing each other over a column of answers. */
const conversation: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground(p.paper),
    grained(b, circle(150, 470, 420, p.main), { box: [-270, 50, 840, 840], color: p.ink, toward: 180, points: 3400 }),
    grained(b, circle(1450, 470, 420, p.accent), {
      box: [1030, 50, 840, 840],
      color: p.glow,
      toward: 200,
      points: 3000,
      opacity: 0.7,
    }),
    ...range(0, 5).map((i) => {
      const [left, y, width] = [i % 2 === 0, 130 + i * 134, [430, 300, 480, 240, 360][i] ?? 300];
      const x = left ? 520 : 1080 - width;
      return (
        rect(x, y, width, 92, left ? p.ink : p.glow, { rx: 46 }) +
        circle(left ? x + 46 : x + width - 46, y + 46, 18, left ? p.soft : p.accent)
      );
    }),
    circle(330, 380, 34, p.paper),
    circle(330, 380, 14, p.ink),
    circle(1270, 380, 34, p.paper),
    circle(1270, 380, 14, p.ink),
  ].join('');
};

/** A large g above its line. */
const underline: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground(p.glow),
    grained(b, rect(0, 600, 1600, 300, p.soft), { box: [0, 600, 1600, 300], color: p.main, toward: 90, points: 3800 }),
    circle(560, 350, 190, 'none', { stroke: p.ink, 'stroke-width': 74 }),
    stroke('M752 160V590Q752 790 560 790Q430 790 390 700', p.ink, 74, { 'stroke-linecap': 'butt' }),
    circle(1090, 350, 190, p.main),
    halfDisc(1090, 350, 190, 90, p.accent),
    rect(130, 596, 222, 26, p.accent),
    rect(836, 596, 640, 26, p.accent),
    rect(430, 596, 272, 26, p.accent),
  ].join('');
};

/** The same lines of text, paler and paler, and an eye. */
const greys: Scene = (b) => {
  const { palette: p } = b;
  const columns = [p.ink, '#6d5a80', '#b9abc6', '#ddd3e4'].map((color, index) =>
    textLines(b, { x: 110 + index * 360, y: 470, width: 290, count: 7, gap: 54, height: 22, color }),
  );
  return [
    ground(p.paper),
    rect(0, 0, 1600, 380, p.soft),
    stipple(b, { box: [0, 0, 1600, 380], color: p.main, toward: 0, points: 4000 }),
    path('M480 200Q800 -70 1120 200Q800 470 480 200Z', p.paper),
    grained(b, circle(800, 200, 128, p.main), { box: [672, 72, 256, 256], color: p.ink, toward: 120, points: 1000 }),
    circle(800, 200, 58, p.ink),
    circle(838, 160, 22, p.paper),
    ...columns,
  ].join('');
};

/** Seven houses in the seven colors the article collects. */
const street: Scene = (b) => {
  const colors = ['#2f5d62', '#8c3f2b', '#d9a441', '#6b6a68', '#b5495b', '#1e2a2f', '#8fa8a5'];
  const houses = colors.map((color, index) => {
    const [x, top] = [70 + index * 212, [250, 190, 320, 150, 280, 210, 300][index] ?? 200];
    const body = rect(x, top, 196, 640, color);
    const windows = range(0, 3).flatMap((row) =>
      range(0, 2).map((side) =>
        rect(
          x + 34 + side * 78,
          top + 60 + row * 118,
          48,
          72,
          row === 1 && side === index % 2 ? '#f3dfa8' : '#dce6e4',
          { rx: index % 3 === 0 ? 24 : 2 },
        ),
      ),
    );
    return [
      grained(b, body, { box: [x, top, 196, 640], color: '#14191c', toward: 60, points: 1100, opacity: 0.35 }),
      index % 2
        ? path(`M${x} ${top}L${x + 98} ${top - 84}L${x + 196} ${top}Z`, color)
        : rect(x - 8, top - 22, 212, 26, color),
      ...windows,
      rect(x + 66, 660, 64, 140, '#1e2a2f', { rx: 6 }),
    ].join('');
  });
  return [
    ground('#dce6e4'),
    stipple(b, { box: [0, 0, 1600, 500], color: '#8fa8a5', toward: 270, points: 2600 }),
    ...houses,
    rect(0, 800, 1600, 100, '#6b6a68'),
    rect(0, 830, 1600, 7, '#dce6e4'),
    rect(0, 866, 1600, 7, '#dce6e4'),
    path('M494 520H690L720 580H464Z', '#f3dfa8'),
  ].join('');
};

/** An empty shelf with one cactus. */
const empty: Scene = (b) => {
  const { palette: p } = b;
  return [
    ground(p.soft),
    rect(250, 110, 1100, 680, p.paper, { rx: 26 }),
    stipple(b, { box: [250, 110, 1100, 680], color: p.soft, toward: 45, points: 2600, opacity: 0.9 }),
    ...range(0, 3).map((i) =>
      rect(330 + i * 330, 190, 280, 190, 'none', {
        rx: 18,
        stroke: p.soft,
        'stroke-width': 5,
        'stroke-dasharray': '16 16',
      }),
    ),
    rect(250, 690, 1100, 14, p.main),
    path('M710 560H890L862 690H738Z', p.accent),
    stroke('M800 560V380M800 500Q720 500 720 430M800 470Q876 470 876 410', '#4f7f62', 46),
    circle(800, 340, 22, p.glow),
    ellipse(800, 716, 150, 10, p.soft),
  ].join('');
};

export const designScenes = { conversation, underline, greys, street, empty };
