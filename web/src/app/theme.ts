import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Royal ink, light to dark; the accent of styles/tokens.css is its ninth shade. */
const ink: MantineColorsTuple = [
  '#eef0fb',
  '#dadef4',
  '#b3bdff',
  '#8f9bee',
  '#6f7cdc',
  '#5462c8',
  '#4250b4',
  '#333fa0',
  '#27348b',
  '#1c2669',
];

/** Mantine's share of the look; colors that differ by scheme come from styles/tokens.css. */
export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 2 },
  autoContrast: true,
  black: '#17171b',
  fontFamily: 'var(--font-sans)',
  headings: { fontFamily: 'var(--font-serif)', fontWeight: '550' },
  defaultRadius: '0.375rem',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
});
