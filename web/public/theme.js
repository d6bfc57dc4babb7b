// The one place that decides between light and dark: before the first paint, so that nobody sees a flash of the other, and
// from then on. The button of the header is answered here, too: it can be pressed before the application has come.
(() => {
  const KEY = 'theme';
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      // Storage may be blocked; the system's preference decides then.
      return null;
    }
  };
  const show = (dark) => {
    root.classList.toggle('dark', dark);
    // Mantine's styles go by it.
    root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  const follow = () => {
    const choice = stored();
    show(choice === 'dark' || (choice !== 'light' && system.matches));
  };
  const toggle = () => {
    const dark = !root.classList.contains('dark');
    try {
      localStorage.setItem(KEY, dark ? 'dark' : 'light');
    } catch {
      // The choice then holds for this visit only.
    }
    show(dark);
  };
  follow();
  system.addEventListener('change', follow);
  // Another tab's choice counts too.
  addEventListener('storage', ({ key }) => key === KEY && follow());
  addEventListener('click', ({ target }) => target.closest?.('[data-scheme-toggle]') && toggle());
})();
