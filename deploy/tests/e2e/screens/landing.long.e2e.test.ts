import { createHash } from 'node:crypto';
import { STATUS_NAMES, STATUSES } from '@g2/terms/statuses';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { signUp } from '../support/client.ts';
import { enter } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

async function open(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await person(browser, stackUrl(), options);
  await page.goto(path);
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const hero = (page: Page) => page.getByRole('main').locator('section').first();
const linkTo = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().getAttribute('href');
/** At /auth, where whoever has no account begins. */
async function signUpOpens(page: Page): Promise<void> {
  await page.waitForURL('**/auth');
  await page.getByRole('heading', { level: 1, name: 'Crie sua conta' }).waitFor();
}
/** Distance of an element's top from the window's, once the page has come to rest there. */
const topOf = (page: Page, id: string) =>
  page.evaluate(`document.getElementById('${id}').getBoundingClientRect().top`) as Promise<number>;

const PLAN = {
  'Registro Inicial': [
    'Certificado digital de autoria',
    'Hash de integridade',
    'Carimbo de data e hora oficial',
    'Depósito seguro em nuvem',
    'Suporte especializado',
  ],
  'Atualização de Registro': [
    'Novo hash',
    'Certificado de atualização',
    'Histórico de versões',
    'Comparação temporal',
    'Proteção continuada',
  ],
} as const;

describe('the landing page', () => {
  it('[landing-hero] opens with logo, badge, title and its two actions', async () => {
    const page = await open();
    await page.getByRole('banner').locator('svg').first().waitFor();
    await hero(page)
      .getByRole('img', { name: /selo G2/ })
      .waitFor();
    await hero(page).getByText('Registro de autoria de software', { exact: true }).waitFor();
    await hero(page).getByRole('heading', { level: 1, name: 'O código é seu. Tenha como provar.' }).waitFor();
    for (const claim of [
      'Reconhecimento internacional',
      'Processo 100% digital',
      'Centenas de desenvolvedores protegidos',
    ]) {
      await hero(page).getByText(claim).waitFor();
    }
    await hero(page).getByRole('link', { name: 'Como Funciona' }).click();
    await expect.poll(() => topOf(page, 'como-funciona')).toBeLessThan(120);
    expect(await topOf(page, 'como-funciona')).toBeGreaterThanOrEqual(0);
    await hero(page).getByRole('link', { name: 'Registrar Meu Software' }).click();
    await signUpOpens(page);
  });

  it('[landing-sections] has features, steps, benefits, questions and a closing call', async () => {
    const page = await open();
    const titles = (name: string) => section(page, name).getByRole('heading', { level: 3 }).allInnerTexts();
    expect(await titles('Uma prova que se confere, não uma promessa')).toHaveLength(4);
    expect(await titles('Como funciona')).toEqual(['Envie o ZIP', 'Hash automático', 'Receba o certificado']);
    expect(await titles('Para quando alguém perguntar de quem é o código')).toHaveLength(4);
    const faq = section(page, 'Antes de registrar');
    await faq.getByText('Vocês são o INPI?').click();
    await faq.getByText('Somos um serviço privado de prova de autoria').waitFor();
    expect(await faq.getByRole('link', { name: 'Central de Ajuda' }).getAttribute('target')).toBe('_blank');
    const closing = section(page, 'Registre antes que precise provar.');
    await closing.getByRole('link', { name: 'Ver Preços' }).click();
    await expect.poll(() => topOf(page, 'precos')).toBeLessThan(120);
    await closing.getByRole('link', { name: 'Registrar Meu Software' }).click();
    await signUpOpens(page);
    // A reload, and coming back, find it as it was.
    await page.reload();
    await signUpOpens(page);
  });

  it('[landing-pricing] has two plans that lead to /auth', async () => {
    const page = await open();
    const plan = (name: string) => section(page, 'Preços').getByRole('article').filter({ hasText: name });
    for (const [name, features] of Object.entries(PLAN)) {
      expect(await plan(name).getByRole('listitem').allInnerTexts()).toEqual(features);
    }
    const first = plan('Registro Inicial');
    await first.getByText('Mais Popular').waitFor();
    await first.getByText('R$ 3.499,00').waitFor();
    const second = plan('Atualização de Registro');
    await second.getByText('R$ 1.499,99').waitFor();
    expect(await second.getByText('Mais Popular').count()).toBe(0);
    await second.getByRole('link', { name: 'Saiba Mais' }).click();
    await page.waitForURL('**/auth');
    await page.getByRole('heading', { level: 1, name: 'Acesse sua conta' }).waitFor();
    await page.goBack();
    await first.getByRole('link', { name: 'Registrar Agora' }).click();
    await signUpOpens(page);
  });

  it('[landing-proof] computes the hash of what one types', async () => {
    const page = await open();
    const proof = section(page, 'Mude uma letra e veja');
    const shown = () => proof.getByRole('status').innerText();
    await proof.getByText('Igual ao hash impresso no certificado acima.').waitFor();
    const typed = 'G2 software registry, é';
    await proof.getByLabel('Digite qualquer texto').fill(typed);
    await proof.getByText(/^\d+ dos 64 caracteres mudaram\.$/).waitFor();
    const hash = createHash('sha256').update(typed).digest('hex');
    expect((await shown()).replace(/\s/g, '')).toBe(hash);
  });

  it('[landing-product] shows the stages of a registration and its two hashes', async () => {
    const page = await open();
    const product = page.getByRole('figure', { name: 'Um registro, do envio ao certificado' });
    const stages = product.getByRole('list', { name: 'As etapas do registro' }).getByRole('listitem');
    expect(await stages.count()).toBe(STATUSES.length);
    for (const [index, status] of STATUSES.entries()) {
      expect(await stages.nth(index).innerText()).toContain(STATUS_NAMES[status]);
    }
    await product.getByText('Os dois hashes coincidem').waitFor();
  });

  it('[landing-links] leads from its header to its parts and to the other public pages', async () => {
    const page = await open('/', { viewport: { width: 1280, height: 900 } });
    const site = page.getByRole('banner').getByRole('navigation', { name: 'Site' });
    await site.getByRole('link', { name: 'Preços' }).click();
    await expect.poll(() => topOf(page, 'precos')).toBeLessThan(120);
    expect(await site.getByRole('link', { name: 'Ajuda' }).getAttribute('target')).toBe('_blank');
    await site.getByRole('link', { name: 'Conferir' }).click();
    await page.getByRole('heading', { level: 1, name: 'Conferir um certificado' }).waitFor();
    await site.getByRole('link', { name: 'Como funciona' }).click();
    await expect.poll(() => topOf(page, 'como-funciona')).toBeLessThan(120);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await site.isVisible()).toBe(false);
  });

  it('[landing-certificate] leads whoever scanned one of the first certificates to its page', async () => {
    const page = await open('/?certificado=banana');
    await page.getByRole('heading', { level: 1, name: 'Isto não é um número de certificado' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/verificar/banana');
    await page.goto('/');
    await page.getByRole('link', { name: 'Conferir um certificado' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Conferir um certificado' }).waitFor();
  });
});

describe('its prerendered document', () => {
  it('[landing-no-scripts] reads without scripts', async () => {
    const page = await open('/', { javaScriptEnabled: false });
    await page.getByRole('heading', { level: 1, name: 'O código é seu. Tenha como provar.' }).waitFor();
    for (const text of ['R$ 3.499,00', 'R$ 1.499,99', 'Envie o ZIP', 'Mais Popular', 'Saiba Mais']) {
      expect(await page.getByText(text).first().isVisible(), text).toBe(true);
    }
    expect(await page.locator('noscript').innerText()).toContain('ative o JavaScript do navegador');
    expect(await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe(
      '/auth',
    );
    expect(await linkTo(page, 'Registrar Agora')).toBe('/auth?conta=nova');
    await page.getByText('Quanto tempo leva?').click();
    await page.getByText('O hash sai na hora do envio.').waitFor();
    await page.getByRole('link', { name: 'Ver Preços' }).click();
    expect(page.url()).toMatch(/#precos$/);
  });

  it('[landing-takeover] is taken over as it stands: no call, no shift, no complaint', async () => {
    const { page } = await person(browser, stackUrl(), { colorScheme: 'dark' });
    const calls: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      addEventListener('DOMContentLoaded', () => {
        window.title1 = document.querySelector('h1');
        window.paper = getComputedStyle(document.body).backgroundColor;
      });
    `);
    await page.goto('/');
    // It answers, so the scripts are there; the heading is still the document's own.
    await page.getByLabel('Digite qualquer texto').fill('x');
    await page.getByText(/dos 64 caracteres mudaram/).waitFor();
    expect(await page.evaluate(`window.title1 === document.querySelector('h1')`)).toBe(true);
    expect(await page.evaluate('window.paper')).toBe('rgb(13, 19, 17)');
    expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.02);
    expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('[landing-early] shows the hash of what was typed before its code came', async () => {
    const { page } = await person(browser, stackUrl());
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Digite qualquer texto').fill('x');
    code.resolve();
    await page.getByText(/dos 64 caracteres mudaram/).waitFor();
    expect(await page.getByLabel('Digite qualquer texto').inputValue()).toBe('x');
  });

  it('[landing-signed-in] is not what a signed-in person gets', async () => {
    const { client } = await signUp(stackUrl());
    const { page } = await person(browser, stackUrl());
    await enter(page, client);
    const answer = await page.goto('/');
    expect(await answer?.text()).not.toContain('id="como-funciona"');
    expect(answer?.headers().vary).toContain('cookie');
    await page.getByRole('heading', { level: 1, name: 'Olá, Ana' }).waitFor();
  });

  it('[landing-head] names itself to search engines and social networks', async () => {
    const page = await open();
    expect(await page.title()).toBe('G2 Software Registry');
    const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
    const url = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(url).toBe(`${stackUrl()}/`);
    const card = await content('og:image');
    expect(card).toBe(`${stackUrl()}/social-card.png`);
    for (const path of [
      card ?? '',
      '/favicon.ico',
      '/favicon.svg',
      '/apple-touch-icon.png',
      '/manifest.webmanifest',
      '/robots.txt',
      '/sitemap.xml',
    ]) {
      expect((await page.request.get(path)).status(), path).toBe(200);
    }
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(
      `<loc>${stackUrl()}/termos</loc>`,
    );
  });
});
