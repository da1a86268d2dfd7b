/** Whether shortcuts use Cmd instead of Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
