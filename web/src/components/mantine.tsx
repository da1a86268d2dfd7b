import '../styles/mantine.css';
import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColorScheme } from '../lib/color-scheme.ts';

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
const theme = createTheme({
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
  components: {
    // A header inside a dialog is not a landmark of the page; only an explicit role says so here.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
});

/**
 * Mantine around what is built with it: forms, dialogs and the staff's pages. Reading pages do without, which keeps 8 kB of
 * script and its style sheets off the first page.
 */
export function Mantine({ children }: { readonly children: ReactNode }) {
  const scheme = useColorScheme();
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} env={import.meta.env.MODE === 'test' ? 'test' : 'default'}>
      {children}
    </MantineProvider>
  );
}
