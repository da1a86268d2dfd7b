import { lineMoon, lineSun } from '@inkwell/shared/line-icons';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { chooseColorScheme, useColorScheme } from '../../lib/color-scheme.ts';

/** Switches between light and dark. Until it is used, the system's preference applies. */
export function SchemeToggle() {
  const scheme = useColorScheme();
  const isDark = scheme === 'dark';
  const label = isDark ? 'Use light colors' : 'Use dark colors';
  return (
    <IconButton label={scheme ? label : 'Colors'} onClick={() => chooseColorScheme(isDark ? 'light' : 'dark')}>
      {!isDark && <Icon icon={lineMoon} className={scheme ? undefined : 'rendered-light'} />}
      {scheme !== 'light' && <Icon icon={lineSun} className={scheme ? undefined : 'rendered-dark'} />}
    </IconButton>
  );
}
