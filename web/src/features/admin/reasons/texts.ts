import { formatInteger } from '../../../lib/format.ts';

export const texts = {
  title: 'Motivos prontos',
  lead: 'O que a equipe pode escolher ao pedir correções, nesta ordem. O texto entra no pedido, onde pode ser editado.',
  add: 'Novo motivo',
  edit: 'Editar',
  editOf: (title: string) => `Editar: ${title}`,
  moveUp: (title: string) => `Subir: ${title}`,
  moveDown: (title: string) => `Descer: ${title}`,
  archive: 'Arquivar',
  archiveOf: (title: string) => `Arquivar: ${title}`,
  restore: 'Trazer de volta',
  restoreOf: (title: string) => `Trazer de volta: ${title}`,
  offered: 'Oferecidos',
  archived: 'Arquivados',
  noneOffered: 'Nenhum motivo é oferecido agora.',
  uses: (count: number) =>
    count === 0
      ? 'Ainda não usado'
      : count === 1
        ? 'Usado em 1 pedido'
        : `Usado em ${formatInteger(count)} pedidos`,
  loading: 'Carregando os motivos prontos',
  failed: 'Não foi possível carregar os motivos prontos.',
  form: {
    title: 'Título',
    titleHint: 'É o que a equipe vê no botão.',
    text: 'Texto para o cliente',
    save: 'Salvar',
  },
  savedDone: 'Motivo salvo',
  orderChangedDone: 'Ordem alterada',
  archivedDone: 'Motivo arquivado',
  restoredDone: 'Motivo oferecido de novo',
  changeFailed: 'O motivo não foi alterado',
  changeFailedText: 'Não foi possível alterar o motivo. Tente novamente.',
} as const;
