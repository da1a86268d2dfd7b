import { IconButton } from '../../components/button.tsx';
import { Glyph } from '../../components/glyph.tsx';
import { chooseColorScheme, useColorScheme } from '../../lib/color-scheme.ts';

/** Switches between light and dark. Until somebody does, the system's preference holds. */
export function SchemeToggle() {
  const isDark = useColorScheme() === 'dark';
  return (
    <IconButton
      label={isDark ? 'Use light colors' : 'Use dark colors'}
      onClick={() => chooseColorScheme(isDark ? 'light' : 'dark')}
    >
      <Glyph name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
