import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { inspect, present, probeLayout, runAxe } from '../support/inspect.ts';
import { listen } from '../support/screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();
const { page } = await person(browser, stackUrl(), { viewport: { width: 360, height: 780 } });

const document = (body: string): string =>
  `<!doctype html><html lang="pt-BR"><head><title>Prova</title><style>
    body { margin: 0; font: 16px/1.5 sans-serif; } .cut { overflow: hidden; white-space: nowrap; width: 80px; }
    .ears { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap; }
  </style></head><body><main><h1>Prova</h1>${body}</main></body></html>`;

/** The rules broken by a page with this in it, each once. */
async function rules(body: string): Promise<string[]> {
  await page.setContent(document(body));
  return [...new Set((await probeLayout(page)).map(({ rule }) => rule))];
}

describe('what the checks of the screens find', () => {
  it.each([
    ['page-overflow', '<p style="width: 400px">Largo demais</p>'],
    ['clipped', '<p class="cut">Um texto que não cabe aqui</p>'],
    ['clipped', '<div style="height: 20px; overflow: hidden"><p>Uma linha</p><p>Outra linha</p></div>'],
    ['clipped', '<p class="cut" style="text-overflow: ellipsis">Reticências sem o texto inteiro</p>'],
    [
      'clipped',
      '<div style="height: 20px; overflow: hidden"><svg><text y="30">Uma figura</text></svg></div>',
    ],
    [
      'broken-word',
      '<button style="width: 50px; padding: 0; font-size: 16px; overflow-wrap: anywhere">Copiar tudo</button><button style="width: 30px; padding: 0; font-size: 16px; overflow-wrap: anywhere">Copiar</button>',
    ],
    ['overlap', '<p>Um texto qualquer</p><p style="margin-top: -34px">Outro por cima</p>'],
    [
      'overlap',
      '<button style="width: 90px; height: 30px">A</button><button style="width: 90px; height: 30px; margin-left: -30px">B</button>',
    ],
    ['target-size', '<button style="width: 20px; height: 20px; padding: 0">x</button>'],
    [
      'placeholder-clipped',
      '<input aria-label="Busca" style="width: 60px; height: 30px" placeholder="Título ou nome">',
    ],
  ])('[layout-probe-finds] %s: %s', async (rule, body) => {
    expect(await rules(body)).toEqual([rule]);
  });

  it.each([
    [
      'an ellipsis whose whole text can be had',
      '<p class="cut" style="text-overflow: ellipsis" title="Reticências com o texto">Reticências com o texto</p>',
    ],
    [
      'a picture that decorates, running out of its frame',
      '<div aria-hidden="true" style="height: 20px; overflow: hidden"><svg><text y="30">Uma figura</text></svg></div>',
    ],
    ['what is for screen readers alone', '<span class="ears">Só para leitores de tela</span>'],
    [
      'what scrolls in a box of its own',
      '<div style="overflow: auto; width: 300px"><p style="width: 900px">Uma tabela larga</p></div>',
    ],
    ['a link within a sentence', '<p>Leia os <a href="/termos">termos</a> antes de continuar.</p>'],
    [
      'a bar that floats above',
      '<p>Texto por baixo da barra</p><div style="position: fixed; top: 60px; left: 0">Barra</div>',
    ],
  ])('[layout-probe-leaves] %s', async (_what, body) => {
    expect(await rules(body)).toEqual([]);
  });

  it('[layout-probe-widths] names the widths and schemes where something is wrong', async () => {
    const narrow =
      '<style>@media (max-width: 500px) { .wide { width: 600px } }</style><p class="wide">Um texto</p>';
    const pale =
      '<style>@media (prefers-color-scheme: dark) { body { background: #111; color: #ccc } h1 { color: #222 } }</style>';
    await page.setContent(document(narrow + pale));
    const found = await inspect(page, 'prova');
    expect(found.find(({ rule }) => rule === 'page-overflow')?.seen).toEqual(['360']);
    expect(found.find(({ rule }) => rule === 'color-contrast')?.seen).toEqual(['dark 360', 'dark 1280']);
  });

  it('[axe-finds] violations by rule and element', async () => {
    await page.setContent(document('<img src="data:," id="sem-texto"><button id="sem-nome"></button>'));
    await present(page, 1280, 'light');
    const found = (await runAxe(page)).map(({ rule, selector }) => `${rule} ${selector}`);
    expect(found.toSorted()).toEqual(['button-name #sem-nome', 'image-alt #sem-texto']);
  });

  it('[script-errors-heard] script errors, console errors and refusals by the content security policy', async () => {
    const { page: other } = await person(browser, stackUrl());
    const heard = listen(other);
    await other.goto('/help');
    await other.getByRole('heading').first().waitFor();
    expect(heard()).toEqual([]);
    await other.evaluate(`console.error('avisado'); setTimeout(() => { throw new Error('lançado') });
      document.head.append(Object.assign(document.createElement('script'), { textContent: '1' }))`);
    const said: string[] = [];
    const all = () => {
      said.push(...heard());
      return said.join('\n');
    };
    for (const what of [/avisado/, /lançado/, /Content Security Policy/])
      await expect.poll(all).toMatch(what);
  });
});
