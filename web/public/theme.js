// Runs before the first paint, so that a dark-mode visitor never sees a white flash.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage may be blocked; the system's preference decides then.
  }
  const dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
