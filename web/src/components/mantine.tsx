import '../styles/mantine.css';
import { SITE_COLORS } from '@inkwell/shared/site';
import type { Site } from '@inkwell/shared/site-data';
import { siteShades } from '@inkwell/shared/site-look';
import { colorsTuple, createTheme, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useColorScheme } from '../lib/color-scheme.ts';
import { useSite } from '../lib/site.ts';
import { openLayer } from './escape.ts';
import { offerToastPlace } from './toast-places.ts';

/** Closes a dialog with Escape as its own button does. */
function closeByButton(place: HTMLElement): void {
  place.closest('[role="dialog"]')?.querySelector<HTMLElement>('.mantine-Modal-close')?.click();
}

/**
 * The content of every dialog, and a place for toasts. Outside the dialog, they would cover its fields and, because of `aria-modal`, be out of reach
 * of keyboards and screen readers.
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

/** Mantine's theme; colors that differ by scheme come from styles/tokens.css. */
const themeOf = (site: Site) =>
  createTheme({
    colors: { accent: colorsTuple([...siteShades(site)]) },
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
      // Only an explicit role prevents a dialog's header from being a landmark of the page.
      Modal: {
        defaultProps: {
          attributes: { header: { role: 'none' } },
          scrollAreaComponent: DialogContent,
          closeButtonProps: { 'aria-label': 'Close' },
        },
      },
    },
  });

const isTest = import.meta.env.MODE === 'test';

/**
 * Provides Mantine for forms, dialogs and staff pages. Pages for readers do without it, which keeps 8 kB of script and its style sheets off the first
 * page.
 */
export function Mantine({ children }: { readonly children: ReactNode }) {
  const scheme = useColorScheme() ?? 'light';
  const site = useSite();
  const theme = useMemo(() => themeOf(site), [site]);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      env={isTest ? 'test' : 'default'}
      // In tests, jsdom would search these sheets for every computed style.
      withCssVariables={!isTest}
      withGlobalClasses={!isTest}
    >
      {children}
    </MantineProvider>
  );
}
