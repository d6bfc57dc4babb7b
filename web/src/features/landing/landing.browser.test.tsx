import { STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { open } from '../../testing/render.tsx';
import { main, region, setViewport } from '../../testing/screen.ts';

const PLANS = {
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

const expectHeading = (name: string | RegExp) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const textsOf = (locator: Locator): string[] =>
  locator.elements().map((element) => element.textContent ?? '');
const linkIn = (parent: Locator, name: string) => parent.getByRole('link', { name, exact: true });
/** Waits until the section with this id is at the top of the window. */
const waitUntilScrolledTo = async (id: string): Promise<void> => {
  const top = () => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
  await expect.poll(top).toBeLessThan(120);
  await expect.poll(() => top()).toBeGreaterThanOrEqual(0);
};

beforeEach(async () => {
  open('/', null);
  await expectHeading('O código é seu. Tenha como provar.');
});

describe('the landing page', () => {
  it('[landing-hero] starts with logo, badge, title, three claims and two links', async () => {
    const hero = page.elementLocator(main.element().querySelector('section') as Element);
    expect(page.getByRole('banner').element().querySelector('svg')).not.toBeNull();
    await expect.element(hero.getByRole('img', { name: /selo G2/ })).toBeVisible();
    for (const text of [
      'Registro de autoria de software',
      'Reconhecimento internacional',
      'Processo 100% digital',
      'Centenas de desenvolvedores protegidos',
    ])
      await expect.element(hero.getByText(text, { exact: true })).toBeVisible();
    await linkIn(hero, 'Como Funciona').click();
    await waitUntilScrolledTo('como-funciona');
    await linkIn(hero, 'Registrar Meu Software').click();
    await expectHeading('Crie sua conta');
    await expect.poll(() => window.location.pathname).toBe('/auth');
  });

  it('[landing-sections] has features, steps, benefits, questions and a closing call to register', async () => {
    const titles = (name: string) => textsOf(region(name).getByRole('heading', { level: 3 }));
    expect(titles('Uma prova que se confere, não uma promessa')).toHaveLength(4);
    expect(titles('Como funciona')).toEqual(['Envie o ZIP', 'Hash automático', 'Receba o certificado']);
    expect(titles('Para quando alguém perguntar de quem é o código')).toHaveLength(4);
    const questions = region('Antes de registrar');
    await questions.getByText('Vocês são o INPI?').click();
    await expect.element(questions.getByText(/Somos um serviço privado de prova de autoria/)).toBeVisible();
    await expect.element(linkIn(questions, 'Central de Ajuda')).toHaveAttribute('target', '_blank');
    const closing = region('Registre antes que precise provar.');
    await linkIn(closing, 'Ver Preços').click();
    await waitUntilScrolledTo('precos');
    await linkIn(closing, 'Registrar Meu Software').click();
    await expectHeading('Crie sua conta');
  });

  it('[landing-pricing] has two plans that link to /auth, the first marked as most popular', async () => {
    const plan = (name: string) => region('Preços').getByRole('article').filter({ hasText: name });
    for (const [name, features] of Object.entries(PLANS))
      expect(textsOf(plan(name).getByRole('listitem'))).toEqual(features);
    const first = plan('Registro Inicial');
    const second = plan('Atualização de Registro');
    await expect.element(first.getByText(/R\$\s3\.499,00/)).toBeVisible();
    await expect.element(second.getByText(/R\$\s1\.499,99/)).toBeVisible();
    await expect.element(first.getByText('Mais Popular')).toBeVisible();
    expect(second.getByText('Mais Popular').elements()).toEqual([]);
    await linkIn(second, 'Saiba Mais').click();
    await expectHeading('Acesse sua conta');
    open('/', null);
    await linkIn(first, 'Registrar Agora').click();
    await expectHeading('Crie sua conta');
  });

  it('[landing-proof] hashes the typed text, and shows the stages of a registration', async () => {
    const proof = region('Mude uma letra e veja');
    await expect.element(proof.getByText('Igual ao hash impresso no certificado acima.')).toBeVisible();
    await proof.getByLabelText('Digite qualquer texto').fill('G2 software registry, é');
    await expect.element(proof.getByText(/^\d+ dos 64 caracteres mudaram\.$/)).toBeVisible();
    await expect
      .poll(() => proof.getByRole('status').element().textContent?.replace(/\s/g, ''))
      .toContain('531a58851e2a411fd7ec6575e7f917da5d730d05e2ce7eb86eb9c99d91e34d67');
    const example = page.getByRole('figure', { name: 'Um registro, do envio ao certificado' });
    const stages = textsOf(
      example.getByRole('list', { name: 'As etapas do registro' }).getByRole('listitem'),
    );
    expect(stages).toEqual(Object.values(STATUS_NAMES).map((name) => expect.stringContaining(name)));
    await expect.element(example.getByText('Os dois hashes coincidem')).toBeVisible();
  });

  it('[landing-links] the header of a wide window links to the sections and other public pages', async () => {
    const siteNavigation = page.getByRole('banner').getByRole('navigation', { name: 'Site' });
    await linkIn(siteNavigation, 'Preços').click();
    await waitUntilScrolledTo('precos');
    await linkIn(siteNavigation, 'Como funciona').click();
    await waitUntilScrolledTo('como-funciona');
    await expect.element(linkIn(siteNavigation, 'Ajuda')).toHaveAttribute('target', '_blank');
    await linkIn(siteNavigation, 'Conferir').click();
    await expectHeading('Conferir um certificado');
    await setViewport(360);
    await expect.element(siteNavigation).not.toBeInTheDocument();
  });
});
