// Runs before the first paint so that dark readers never see a white flash. A file of its own and not inline, because the
// Content-Security-Policy admits no inline script. The key is the one of lib/color-scheme.ts.
(() => {
  var choice = null;
  try {
    choice = window.localStorage.getItem('inkwell:color-scheme');
  } catch (_) {
    // Storage may be off: the system's preference decides.
  }
  var isDark = choice === 'dark' || (choice !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
