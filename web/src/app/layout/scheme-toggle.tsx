import { faMoon, faSun } from '@fortawesome/free-solid-svg-icons';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';

/** Switches between light and dark. Until somebody does, the system's preference holds. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return (
    <IconButton
      label={isDark ? 'Use light colors' : 'Use dark colors'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon icon={isDark ? faSun : faMoon} />
    </IconButton>
  );
}
