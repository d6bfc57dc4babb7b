import type { KeptReason } from '@g2/gateway/contract/reasons';
import { beforeEach, expect, it } from 'vitest';
import { anAdmin, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, fits, press, region, toast, widen } from '../../../testing/screen.ts';
import { answer, callsOf } from '../../../testing/server.ts';

const reason = (title: string, changes: Partial<KeptReason> = {}): KeptReason => ({
  id: crypto.randomUUID(),
  title,
  text: `${title}: corrija.`,
  archivedAt: null,
  uses: 0,
  ...changes,
});
const one = reason('Sem fonte', { uses: 3 });
const two = reason('CPF errado');
const old = reason('Antigo', { archivedAt: '2026-11-01T12:00:00.000Z' });
const offered = region('Oferecidos');

beforeEach(() => {
  answer('listKeptReasons', pageOf([one, two, old], 100));
  answer('changeReason', two);
  answer('addReason', reason('Novo'));
});

it('[ready-reasons] admins order, archive and restore reasons, and see how often each is used', async () => {
  open('/admin/motivos', anAdmin());
  await expect.element(offered.getByText('Usado em 3 pedidos')).toBeVisible();
  await expect.element(offered.getByRole('button', { name: 'Subir: Sem fonte' })).toBeDisabled();
  await press('Subir: CPF errado', offered);
  await expect.element(toast.getByText('Ordem alterada')).toBeVisible();
  await press('Arquivar: CPF errado', offered);
  await expect.poll(() => callsOf('changeReason')).toHaveLength(2);
  await press('Trazer de volta: Antigo', region('Arquivados'));
  await expect
    .poll(() => callsOf('changeReason').map(({ params, body }) => [params.id, body]))
    .toEqual([
      [two.id, { place: 1 }],
      [two.id, { archived: true }],
      [old.id, { archived: false }],
    ]);
  await widen(360);
  await expect.poll(() => fits()).toBe(true);
});

it('[ready-reasons-write] the dialog for a ready reason says which field is missing, and saves it', async () => {
  open('/admin/motivos', anAdmin());
  await press('Novo motivo');
  await dialog.getByLabelText('Título').fill('Novo');
  await press('Salvar', dialog);
  await expect.element(dialog.getByText('Texto é obrigatório')).toBeVisible();
  await dialog.getByLabelText('Texto para o cliente').fill('Envie de novo.');
  await press('Salvar', dialog);
  await expect.element(toast.getByText('Motivo salvo')).toBeVisible();
  await expect
    .poll(() => callsOf('addReason').map(({ body }) => body))
    .toEqual([{ title: 'Novo', text: 'Envie de novo.' }]);
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Editar: CPF errado', offered);
  await expect.element(dialog.getByLabelText('Texto para o cliente')).toHaveValue('CPF errado: corrija.');
});
