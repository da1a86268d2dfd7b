import '../styles/mantine.css';
import { ACCENT_SHADES, SITE_COLORS } from '@inkwell/shared/site';
import { colorsTuple, createTheme, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useColorScheme } from '../lib/color-scheme.ts';
import { openLayer } from './escape.ts';
import { offerToastPlace } from './toast-places.ts';

/** Has Escape close a dialog as its own button does. */
function closeByButton(place: HTMLElement): void {
  place.closest('[role="dialog"]')?.querySelector<HTMLElement>('.mantine-Modal-close')?.click();
}

/**
 * What every dialog holds, and a place for toasts: outside of a dialog they would cover what it asks for, be out of reach of
 * the keyboard and, `aria-modal` being what it is, of screen readers.
 */
function DialogContent({ children }: { readonly children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? offerToastPlace(place.current) : undefined), []);
  useEffect(() => {
    const { current } = place;
    return current ? openLayer(() => closeByButton(current), { listens: true }) : undefined;
  }, []);
  return (
    <>
      {children}
      <div ref={place} />
    </>
  );
}

/** Mantine's share of the look; colors that differ by scheme come from styles/tokens.css. */
const theme = createTheme({
  colors: { accent: colorsTuple([...ACCENT_SHADES]) },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 2 },
  autoContrast: true,
  black: SITE_COLORS.light.text,
  fontFamily: 'var(--font-sans)',
  headings: { fontFamily: 'var(--font-serif)', fontWeight: '550' },
  defaultRadius: '0.375rem',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A header inside a dialog is not a landmark of the page; only an explicit role says so here.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } }, scrollAreaComponent: DialogContent } },
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
