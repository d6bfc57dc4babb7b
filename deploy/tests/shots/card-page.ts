/** Script for the landing page: reduces it to the social card (1200 × 630), using the page's own art and styles. */
export const CARD_PAGE_SCRIPT = `(() => {
  const certificate = document.querySelector('figure svg[role=img]').outerHTML;
  const seal = document.querySelector('section:last-of-type svg[width="420"]').outerHTML;
  const mark = document.querySelector('header svg').outerHTML;
  document.documentElement.classList.remove('dark');
  document.body.innerHTML = \`
    <div class="card">
      <span class="ghost">\${seal}</span>
      <p class="brand">\${mark}G2 Software Registry</p>
      <p class="title">O código é seu.<br>Tenha como provar.</p>
      <p class="text">Registro de autoria de software</p>
      <div class="sheet">\${certificate}</div>
    </div>\`;
  document.head.insertAdjacentHTML('beforeend', \`<style>
    html, body { margin: 0; background: var(--g2-deep); }
    .card { position: relative; width: 1200px; height: 630px; overflow: hidden; color: var(--g2-on-deep); font-family: var(--g2-serif); }
    .card p { position: absolute; left: 72px; margin: 0; }
    .brand { top: 62px; display: flex; align-items: center; gap: 18px; font-size: 31px; }
    .brand svg { width: 58px; height: 58px; --g2-accent: var(--g2-deep-mark); --g2-on-accent: var(--g2-deep); --g2-bg: var(--g2-deep); }
    .title { top: 214px; font-size: 74px; line-height: 1.06; letter-spacing: -0.022em; font-weight: 450; white-space: nowrap; }
    .text { top: 420px; font-size: 33px; color: var(--g2-deep-mark); }
    .ghost { position: absolute; left: -190px; bottom: -300px; opacity: .16;
      --seal: var(--g2-deep-mark); --seal-ground: var(--g2-deep); --seal-letters: var(--g2-deep); }
    .ghost svg { width: 560px; height: 560px; }
    .sheet { position: absolute; left: 764px; top: 41px; width: 388px; }
  </style>\`);
})()`;
