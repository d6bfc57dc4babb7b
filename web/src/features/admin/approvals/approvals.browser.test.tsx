import type { Approval } from '@g2/gateway/contract/approvals';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../../../testing/overview.ts';
import { paidPayment, paymentDetails } from '../../../testing/payments.ts';
import { anAdmin, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, setViewport, toast } from '../../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../../testing/server.ts';

const person = { id: crypto.randomUUID(), firstName: 'Ana', lastName: 'Lima' };
const request = (changes: Partial<Approval> = {}): Approval => ({
  id: crypto.randomUUID(),
  operation: 'refundPayment',
  params: { id: crypto.randomUUID() },
  body: { reason: 'duplicate', note: 'Pago duas vezes' },
  about: null,
  state: 'open',
  isOwn: false,
  requestedBy: person,
  requestedAt: '2026-11-27T12:00:00.000Z',
  expiresAt: '2026-12-04T12:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  note: '',
  failure: '',
  ...changes,
});
const list = page.getByRole('list', { name: 'Pedidos de aprovação' });
const listed = (items: Approval[], waiting = items.length) => ({ ...pageOf(items, 10), waiting });

it('[approvals] shows the author of a request for approval, and approves it after a confirmation', async () => {
  const approval = request();
  answer('listApprovals', listed([approval]));
  answer('approve', { ...approval, state: 'done' });
  open('/admin/aprovacoes', anAdmin());
  await expect.element(list.getByText('Reembolsar um pagamento')).toBeVisible();
  await expect.element(list.getByText(/Pedido por Ana Lima em/)).toBeVisible();
  await expect.element(list.getByText('Pago duas vezes')).toBeVisible();
  await expect
    .element(list.getByRole('link', { name: 'Ver o pagamento' }))
    .toHaveAttribute('href', `/admin/payments?open=${approval.params.id}`);
  await press('Aprovar: Reembolsar um pagamento', list);
  await expect.element(dialog.getByText(/Ana Lima pediu/)).toBeVisible();
  expect(callsOf('approve')).toEqual([]);
  await press('Aprovar', dialog);
  await expect.element(toast.getByText('Pedido aprovado e executado')).toBeVisible();
  expect(callsOf('approve').map(({ params }) => params.id)).toEqual([approval.id]);
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('[approvals-refuse] requires a reason to refuse a request, and withdraws the admin’s own request', async () => {
  const about = { ...person, firstName: 'Bia' };
  const [otherRequest, ownRequest] = [
    request(),
    request({ isOwn: true, about, operation: 'revokeCertificate', body: { reason: 'Erro' } }),
  ];
  answer('listApprovals', listed([otherRequest, ownRequest], 1));
  answer('refuseApproval', { ...otherRequest, state: 'refused' });
  answer('withdrawApproval', { ...ownRequest, state: 'withdrawn' });
  open('/admin/aprovacoes', anAdmin());
  await expect.element(list.getByText('Bia Lima')).toBeVisible();
  await press('Recusar: Reembolsar um pagamento', list);
  await expect.element(dialog.getByRole('button', { name: 'Recusar' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Motivo da recusa' }).fill('Sem recibo');
  await press('Recusar', dialog);
  await expect.element(toast.getByText('Pedido recusado')).toBeVisible();
  expect(callsOf('refuseApproval').map(({ body }) => body)).toEqual([{ note: 'Sem recibo' }]);
  await expect
    .element(list.getByRole('button', { name: 'Aprovar: Revogar um certificado' }))
    .not.toBeInTheDocument();
  await press('Retirar: Revogar um certificado', list);
  await expect.element(toast.getByText('Pedido retirado')).toBeVisible();
});

it('[approvals-failed] shows an error if an approved operation fails, and if a decision fails', async () => {
  const approval = request();
  answer('listApprovals', listed([approval]));
  answer('approve', { ...approval, state: 'failed', failure: 'Não há o que devolver.' });
  open('/admin/aprovacoes', anAdmin());
  await press('Aprovar: Reembolsar um pagamento', list);
  await press('Aprovar', dialog);
  await expect.element(toast.getByText('Não há o que devolver.')).toBeVisible();
  refuse('approve', 'approval-over');
  await press('Aprovar: Reembolsar um pagamento', list);
  await press('Aprovar', dialog);
  await expect.element(toast.getByText('Este pedido já foi decidido, retirado, ou expirou.')).toBeVisible();
});

it('[approvals-asked] says that an operation needs approval, and closes the dialog of the operation', async () => {
  const approvalNeeded = {
    code: 'approval-needed',
    message: 'Outro administrador precisa aprovar.',
    approvalId: person.id,
  };
  answer('listWebhookEvents', pageOf([], 10));
  answer('listPayments', paymentsPage([paidPayment]));
  answer('getPayment', paymentDetails());
  answerWith('refundPayment', () => Response.json(approvalNeeded, { status: 202 }));
  open(`/admin/payments?open=${paidPayment.id}`, anAdmin());
  const payment = page.getByRole('dialog', { name: /^Pagamento/ });
  const refund = page.getByRole('dialog', { name: 'Devolver pagamento' });
  await press('Devolver R$ 3.499,00', payment);
  await refund.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Outro motivo' }).click();
  await refund.getByLabelText('Qual é o motivo').fill('Acordo');
  await press('Continuar', refund);
  await press('Devolver R$ 3.499,00 agora', refund);
  await expect.element(toast.getByText('Pedido de aprovação enviado')).toBeVisible();
  await expect.element(toast.getByRole('link', { name: 'Ver os pedidos' })).toBeVisible();
  await expect.element(refund).not.toBeInTheDocument();
  await expect.element(payment).toBeVisible();
});

it('[approvals-overview] the overview counts the requests that the admin may decide on', async () => {
  answersOverview();
  answer('listApprovals', listed([request(), request()]));
  open('/admin', anAdmin());
  await expect.element(page.getByRole('link', { name: /Aprovações 2 pedidos/ })).toBeVisible();
});
