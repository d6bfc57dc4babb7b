export type Shot = { screen: string; area: string; size: string; scheme: string; file: string };

const STYLE = `
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: #f4f4f2; color: #1a1a1a; display: grid; grid-template-columns: 260px 1fr; }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; box-sizing: border-box; background: #fff; border-right: 1px solid #ddd; }
  nav h2 { font-size: 13px; color: #666; margin: 16px 0 4px; }
  nav a { display: block; color: inherit; text-decoration: none; padding: 2px 6px; border-radius: 4px; }
  nav a[aria-current] { background: #0b6e4f; color: #fff; }
  main { padding: 16px 24px; min-width: 0; }
  .row { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; padding-bottom: 16px; }
  figure { margin: 0; flex: none; } figcaption { color: #666; }
  img { display: block; border: 1px solid #ccc; max-width: 46vw; height: auto; } img.small { max-width: 360px; }
`;

// The left and right arrow keys switch screens.
const SCRIPT = `
  const links = [...document.querySelectorAll('nav a')];
  const show = () => {
    const name = decodeURIComponent(location.hash.slice(1)) || links[0].dataset.screen;
    for (const section of document.querySelectorAll('section')) {
      section.hidden = section.id !== 'screen-' + name;
      if (!section.hidden) for (const img of section.querySelectorAll('img')) img.src = img.dataset.src;
    }
    for (const link of links) link.dataset.screen === name ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
    document.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  };
  addEventListener('hashchange', show);
  addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = links.findIndex((link) => link.hasAttribute('aria-current'));
    location.hash = links[(at + step + links.length) % links.length].dataset.screen;
  });
  show();
`;

const figure = ({ size, scheme, file }: Shot): string =>
  `<figure><figcaption>${size} ${scheme}</figcaption><img class="${size === '360' ? 'small' : ''}" data-src="screens/${file}" alt="${size} ${scheme}"></figure>`;

export function indexPage(
  screens: readonly { name: string; area: string }[],
  shots: readonly Shot[],
): string {
  const areas = [...new Set(screens.map((screen) => screen.area))];
  const links = areas.map((area) => {
    const own = screens.filter((screen) => screen.area === area);
    const items = own.map(({ name }) => `<a href="#${name}" data-screen="${name}">${name}</a>`);
    return `<h2>${area}</h2>${items.join('')}`;
  });
  const sections = screens.map(({ name }) => {
    const own = shots.filter((shot) => shot.screen === name);
    const rows = ['light', 'dark'].map((scheme) =>
      own
        .filter((shot) => shot.scheme === scheme)
        .map(figure)
        .join(''),
    );
    const pictures =
      own.length === 0 ? '<p>Not reached.</p>' : rows.map((row) => `<div class="row">${row}</div>`).join('');
    return `<section id="screen-${name}" hidden><h1>${name}</h1>${pictures}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>
<nav aria-label="Screens">${links.join('')}</nav><main>${sections.join('\n')}</main><script>${SCRIPT}</script></html>
`;
}
