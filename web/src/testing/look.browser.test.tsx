import { afterEach, describe, expect, it } from 'vitest';
import { probeLayout } from './layout-probe.js';
import { findFaults, showAt, violationsOf } from './look.ts';

let shownPage: HTMLElement | undefined;

function show(body: string): void {
  shownPage = document.createElement('main');
  shownPage.innerHTML = `<style>
    body { margin: 0; font: 16px/1.5 sans-serif; } .cut { overflow: hidden; white-space: nowrap; width: 80px; }
    .ears { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap; }
  </style><h1>Prova</h1>${body}`;
  document.body.append(shownPage);
}
afterEach(() => shownPage?.remove());

/** The layout rules that a page with this body breaks, without duplicates. */
async function rules(body: string): Promise<string[]> {
  show(body);
  await showAt(360, 'light');
  return [...new Set(probeLayout().map(({ rule }) => rule))];
}

describe('the visual checks of pages', () => {
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
      '<button style="width: 30px; padding: 0; font-size: 16px; overflow-wrap: anywhere">Copiar</button>',
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
  ])('[layout-probe-finds] reports %s in %s', async (rule, body) => {
    expect(await rules(body)).toEqual([rule]);
  });

  it.each([
    [
      'an ellipsis whose whole text is in a tooltip',
      '<p class="cut" style="text-overflow: ellipsis" title="Reticências com o texto">Reticências com o texto</p>',
    ],
    [
      'a decorative picture that exceeds its frame',
      '<div aria-hidden="true" style="height: 20px; overflow: hidden"><svg><text y="30">Uma figura</text></svg></div>',
    ],
    ['text for screen readers only', '<span class="ears">Só para leitores de tela</span>'],
    [
      'wide content in a scrollable box',
      '<div style="overflow: auto; width: 300px"><p style="width: 900px">Uma tabela larga</p></div>',
    ],
    ['a link within a sentence', '<p>Leia os <a href="/termos">termos</a> antes de continuar.</p>'],
    [
      'a fixed bar above the text',
      '<p>Texto por baixo da barra</p><div style="position: fixed; top: 60px; left: 0">Barra</div>',
    ],
  ])('[layout-probe-leaves] accepts %s', async (_case, body) => {
    expect(await rules(body)).toEqual([]);
  });

  it('[layout-probe-widths] reports the widths and the theme in which a fault appears', async () => {
    show(`<style>@media (max-width: 500px) { .wide { width: 600px } }
      :root.dark body { background: #111; color: #ccc } :root.dark h1 { color: #222 }</style>
      <p class="wide">Um texto</p>`);
    const faults = await findFaults();
    expect(faults.find((line) => line.includes('page-overflow'))).toMatch(/^\[360\]/);
    expect(faults.find((line) => line.includes('color-contrast'))).toMatch(/^\[dark 1280\]/);
  });

  it('[axe-finds] reports accessibility violations by rule and element', async () => {
    show('<img src="data:," id="sem-texto"><button id="sem-nome"></button>');
    const faults = (await violationsOf('all')).map(({ rule, selector }) => `${rule} ${selector}`);
    expect(faults).toEqual(expect.arrayContaining(['button-name #sem-nome', 'image-alt #sem-texto']));
  });
});
