import { lineMoon, lineSun } from '@inkwell/shared/line-icons';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { chooseColorScheme, useColorScheme } from '../../lib/color-scheme.ts';

/** Switches between light and dark. Until then, the system's preference applies. */
export function SchemeToggle() {
  const isDark = useColorScheme() === 'dark';
  return (
    <IconButton
      label={isDark ? 'Use light colors' : 'Use dark colors'}
      onClick={() => chooseColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon icon={isDark ? lineSun : lineMoon} />
    </IconButton>
  );
}
