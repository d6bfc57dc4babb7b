import type { KeptReason } from '@g2/gateway/contract/reasons';
import { beforeEach, expect, it } from 'vitest';
import { anAdmin, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, region, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf } from '../../../testing/server.ts';

const reason = (title: string, changes: Partial<KeptReason> = {}): KeptReason => ({
  id: crypto.randomUUID(),
  title,
  text: `${title}: corrija.`,
  archivedAt: null,
  uses: 0,
  ...changes,
});
const missingSource = reason('Sem fonte', { uses: 3 });
const wrongTaxId = reason('CPF errado');
const archived = reason('Antigo', { archivedAt: '2026-11-01T12:00:00.000Z' });
const offeredRegion = region('Oferecidos');

beforeEach(() => {
  answer('listKeptReasons', pageOf([missingSource, wrongTaxId, archived], 100));
  answer('changeReason', wrongTaxId);
  answer('addReason', reason('Novo'));
});

it('[ready-reasons] reorders, archives and restores reasons, and shows how often each is used', async () => {
  open('/admin/motivos', anAdmin());
  await expect.element(offeredRegion.getByText('Usado em 3 pedidos')).toBeVisible();
  await expect.element(offeredRegion.getByRole('button', { name: 'Subir: Sem fonte' })).toBeDisabled();
  await press('Subir: CPF errado', offeredRegion);
  await expect.element(toast.getByText('Ordem alterada')).toBeVisible();
  await press('Arquivar: CPF errado', offeredRegion);
  await expect.poll(() => callsOf('changeReason')).toHaveLength(2);
  await press('Trazer de volta: Antigo', region('Arquivados'));
  await expect
    .poll(() => callsOf('changeReason').map(({ params, body }) => [params.id, body]))
    .toEqual([
      [wrongTaxId.id, { place: 1 }],
      [wrongTaxId.id, { archived: true }],
      [archived.id, { archived: false }],
    ]);
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('[ready-reasons-write] requires the text of a new reason, saves the reason, and opens it for editing', async () => {
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
  await press('Editar: CPF errado', offeredRegion);
  await expect.element(dialog.getByLabelText('Texto para o cliente')).toHaveValue('CPF errado: corrija.');
});
