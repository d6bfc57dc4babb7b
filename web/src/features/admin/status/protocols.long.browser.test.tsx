import { beforeEach, expect, it } from 'vitest';
import { adminStats, anAdmin, aStaffRegistration, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, refuse, throwRefusal } from '../../../testing/server.ts';

const registration = (title: string) =>
  aStaffRegistration({
    title,
    status: 'government_processing',
    allowedTransitions: ['completed', 'reviewing'],
  });
const [agenda, estoque] = [registration('Agenda'), registration('Estoque')];
const line = {
  number: 1,
  protocol: 'BR 51',
  writtenDay: '20/11/2026',
  day: '2026-11-20',
  outcome: 'found' as const,
  registration: agenda,
  titles: ['Agenda'],
};
const items = [
  line,
  { ...line, number: 2, protocol: 'BR 52', day: '2026-11-19', registration: estoque, titles: ['Estoque'] },
  { ...line, number: 3, protocol: 'BR 53', outcome: 'unknown' as const, registration: null, titles: [] },
];
const list = dialog.getByRole('textbox', { name: 'Protocolos e datas de conclusão' });

beforeEach(() => {
  answer('listAllRegistrations', pageOf([], 10));
  answer('getEnhancedStats', adminStats);
  answer('findProtocols', { items });
});

it('[protocols-dialog] previews a list of filing numbers, completes the matching registrations, and retries failures', async () => {
  open('/admin?tab=status', anAdmin());
  await press('Concluir por protocolos');
  refuse('findProtocols', 'invalid-input', { fields: { text: 'No máximo 100 linhas por vez' } });
  await list.fill('BR 51;20/11/2026');
  await press('Conferir', dialog);
  await expect.element(dialog.getByText('No máximo 100 linhas por vez')).toBeVisible();
  answer('findProtocols', { items });
  await press('Conferir', dialog);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('2 de 3 linhas podem ser concluídas');
  await expect.element(dialog.getByText('Será concluído em 19/11/2026')).toBeVisible();
  await expect.element(dialog.getByText('Nenhum registro tem este protocolo')).toBeVisible();
  expect(callsOf('changeRegistrationStatus')).toEqual([]);
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  // The back button shows the pasted list again.
  await press('Voltar à lista', dialog);
  await expect.element(list).toHaveValue('BR 51;20/11/2026');
  await press('Conferir', dialog);
  answer('changeRegistrationStatus', ({ params, body }) =>
    params.id === estoque.id ? throwRefusal('unavailable') : { ...agenda, status: body.status },
  );
  await press('Concluir 2 registros', dialog);
  await expect.element(dialog.getByText('Atualizado para Concluído')).toBeVisible();
  answer('getStaffRegistration', estoque);
  answer('changeRegistrationStatus', { ...estoque, status: 'completed' });
  await dialog.getByRole('button', { name: /Tentar/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(toast.getByText('Status atualizados')).toBeVisible();
  await expect
    .poll(() => callsOf('changeRegistrationStatus').map(({ params, body }) => [params.id, body]))
    .toEqual(
      [
        [agenda.id, '2026-11-20'],
        [estoque.id, '2026-11-19'],
        [estoque.id, '2026-11-19'],
      ].map(([id, completedOn]) => [
        id,
        { status: 'completed', expectedStatus: 'government_processing', completedOn },
      ]),
    );
});
