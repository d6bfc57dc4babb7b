import { spawnSync } from 'node:child_process';
import { eventually } from '@g2/kit/testing';
import { formatDateTime } from '@g2/terms/pt-br';
import { describe, expect, it } from 'vitest';
import { paymentsBecome, paymentsOf } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld, type User } from './world.ts';

const TITLE_LIMIT = 200;

const hasReader = spawnSync('pdftotext', ['-v']).error === undefined;

const world = await ownWorld();

/** Text of a PDF, with each run of whitespace as one space. */
function textOf(pdf: Uint8Array): string {
  const read = spawnSync('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
  });
  if (read.status !== 0) throw new Error(`not a readable PDF: ${read.stderr}`);
  return read.stdout.replace(/\s+/g, ' ');
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

async function titled(owner: User, title: string): Promise<string> {
  const id = await world.payable(owner);
  await world.registrations.updateRegistration({ id, title }, { token: owner.token });
  return id;
}

async function capturedAt(registrationId: string): Promise<Date> {
  const { rows } = await world.db.query<{ captured_at: Date }>(
    "SELECT captured_at FROM registration_payments WHERE registration_id = $1 AND status = 'settled'",
    [registrationId],
  );
  const [row] = rows;
  if (!row) throw new Error('not settled');
  return row.captured_at;
}

const NOT_INPI =
  'A G2 Software Registry é uma empresa privada de serviços. Não é o INPI (Instituto Nacional da Propriedade ' +
  'Industrial) nem órgão público, e este recibo não é guia nem comprovante de retribuição ao INPI.';

// The tests compare text only where pdftotext is installed, but bytes everywhere.
describe('the receipt', () => {
  it('is available to the owner and admins once the registration is paid', async () => {
    const owner = await world.user();
    const other = await world.user();
    const [admin, operator] = [await world.user('admin'), await world.user('operator')];
    await world.credit(owner, FEE);
    const id = await world.payable(owner);
    const unpaid = { code: 'receipt-not-available' };
    await expect(world.rpc.getReceipt({ id }, { token: owner.token })).rejects.toMatchObject(unpaid);
    await expect(world.rpc.getReceipt({ id }, { token: admin.token })).rejects.toMatchObject(unpaid);
    await world.rpc.payWithCredits({ id }, { token: owner.token });
    for (const { token } of [owner, admin]) {
      const { content } = await world.rpc.getReceipt({ id }, { token });
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
      expect(content.length).toBeGreaterThan(1_500);
    }
    await expect(world.rpc.getReceipt({ id }, { token: other.token })).rejects.toMatchObject({
      code: 'not-found',
      message: 'Registro não encontrado',
    });
    await expect(world.rpc.getReceipt({ id }, { token: operator.token })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('itemises a card payment on one page and has the same bytes each time', async () => {
    const owner = await world.user();
    const id = await titled(owner, 'Gestão de Ações: “São João” – nº 1');
    await world.confirm(await world.rpc.createRegistrationIntent({ id }, { token: owner.token }));
    const [payment] = await paymentsBecome(world, id, 'card:settled');
    const { content, fileName } = await world.rpc.getReceipt({ id }, { token: owner.token });
    expect(fileName).toBe(`recibo_${id.slice(0, 8)}.pdf`);
    expect(pagesOf(content)).toBe(1);
    const again = await world.rpc.getReceipt({ id }, { token: owner.token });
    expect(again.content.equals(content)).toBe(true);
    if (!hasReader) return;
    const text = textOf(content);
    const said = [
      'Recibo de pagamento',
      payment?.id ?? 'no payment',
      id,
      `${formatDateTime(await capturedAt(id))} (horário de Brasília)`,
      'Forma de pagamento Cartão',
      'PAGADOR Pessoa de Teste CPF/CNPJ 529.982.247-25',
      'DESCRIÇÃO QUANTIDADE VALOR UNITÁRIO VALOR',
      'Registro de autoria de software (taxa única)',
      'Gestão de Ações: “São João” – nº 1',
      '1 R$ 3.499,00 R$ 3.499,00',
      'Total pago R$ 3.499,00',
      NOT_INPI,
      'não substitui a nota fiscal',
    ];
    for (const words of said) expect(text).toContain(words);
    expect(text).not.toContain('Reembolsado');
  });

  it('shows a title in any script', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE);
    const id = await titled(owner, 'Café Dvořák 日本 🚀 fim');
    await world.rpc.payWithCredits({ id }, { token: owner.token });
    const { content } = await world.rpc.getReceipt({ id }, { token: owner.token });
    expect(pagesOf(content)).toBe(1);
    if (!hasReader) return;
    const text = textOf(content);
    expect(text).toContain('Forma de pagamento Créditos pré-pagos');
    expect(text).toContain('Café Dvořák 日本 🚀 fim');
    expect(text).toContain(NOT_INPI);
  });

  it('fits on one page with the longest title and a payment by hand', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const id = await titled(owner, 'Palavra '.repeat(TITLE_LIMIT / 8).trim());
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    await paymentsBecome(world, id, 'manual:settled');
    const { content } = await world.rpc.getReceipt({ id }, { token: admin.token });
    expect(pagesOf(content)).toBe(1);
    if (hasReader) expect(textOf(content)).toContain('Lançamento manual pela administração');
  });

  it('shows a later refund', async () => {
    const owner = await world.user();
    const id = await titled(owner, 'Programa');
    const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
    await world.confirm(intent);
    await paymentsBecome(world, id, 'card:settled');
    const refund = { payment_intent: intent.paymentIntentId, amount: 100_000 };
    await stripeOf(world).refunds.create(refund);
    await eventually('the refund is known here', async () => {
      const [row] = await paymentsOf(world, id);
      return row?.refunded_amount === '100000';
    });
    const { content } = await world.rpc.getReceipt({ id }, { token: owner.token });
    if (!hasReader) return;
    expect(textOf(content)).toMatch(
      /Total pago R\$ 3\.499,00 Reembolsado -R\$ 1\.000,00 Valor líquido R\$ 2\.499,00/,
    );
  });
});
