import { formatInteger } from '../../../lib/format.ts';
import { registrations } from '../counted.ts';

export const texts = {
  lost: 'Registros que ficarão sem operador',
  more: (count: number) => `e mais ${registrations(count)}`,
  left: (count: number) =>
    count === 1 ? '1 registro ficou sem operador.' : `${registrations(count)} ficaram sem operador.`,
  queue: 'Ver os registros sem operador',
  title: 'Atribuições retiradas',
  failed: 'Não foi possível carregar as atribuições retiradas.',
  unknown: 'Não foi possível ver se há atribuições a devolver. Depois, a página da conta as mostra.',
  when: (date: string) => `retirado em ${date}`,
  free: 'Sem operador',
  heldBy: (name: string) => `Com ${name}`,
  lead: 'Ao sair da equipe, esta pessoa tinha registros atribuídos que ainda não terminaram:',
  give: (count: number) => `Devolver ${registrations(count)}`,
  kept: (count: number) =>
    count === 1
      ? '1 foi assumido por colega e fica com ele.'
      : `${formatInteger(count)} foram assumidos por colegas e ficam com eles.`,
  notStaff: 'Só voltam a quem está de novo na equipe.',
  given: (count: number) => `${registrations(count)} ${count === 1 ? 'devolvido' : 'devolvidos'}.`,
  noneGiven: 'Nenhum registro devolvido.',
  giveFailed: 'Erro ao devolver registros',
  giveFailedText: 'Não foi possível devolver os registros. Tente novamente na página da conta.',
} as const;
