import { registrations } from '../counted.ts';

export const texts = {
  open: 'Atribuir…',
  title: 'Atribuir em lote',
  operator: 'Operador',
  choose: 'Selecione um operador',
  unassigned: 'Sem operador',
  nobodyFound: 'Ninguém com este nome',
  takeOver: 'Também os que já têm operador',
  takeOverHint: 'Eles passam da pessoa indicada em cada linha para a escolhida, e ambas são avisadas.',
  effect: 'A pessoa é avisada na tela e por e-mail.',
  nobodyEffect: 'Quem os tinha é avisado. Eles voltam à fila sem operador.',
  unchosen: 'Atribuir selecionados',
  submit: (count: number) => `Atribuir ${registrations(count)}`,
  submitNobody: (count: number) => `Retirar o operador de ${registrations(count)}`,
  fates: {
    free: (name: string) => `Passa a ser de ${name}.`,
    already: (name: string) => `já é de ${name}.`,
    own: (name: string) => `foi registrado por ${name}, e a equipe não processa o próprio registro.`,
    held: (name: string) => `é de ${name}.`,
    moves: (from: string, to: string) => `Passa de ${from} para ${to}.`,
    leaves: (name: string) => `Sai de ${name}.`,
    noneAlready: 'já está sem operador.',
  },
  nowOf: (name: string) =>
    `passou a ser de ${name} enquanto isso. Tentar novamente passa o registro adiante.`,
  rowFailed: (id: string) => `Falha ao atribuir registro ${id}`,
  failedRow: 'não foi possível atribuir o registro.',
  rowStates: {
    waiting: 'Na fila',
    running: 'Atribuindo…',
    done: 'Feito',
  },
  done: 'Atribuições atualizadas',
  doneText: registrations,
  failed: 'Erro na atribuição em lote',
  failedText: (failed: number, total: number) =>
    `${failed} de ${total} não ${failed === 1 ? 'foi atribuído' : 'foram atribuídos'}.`,
  progressLabel: 'Andamento da atribuição',
  summary: (done: number, failed: number) =>
    `${done} ${done === 1 ? 'atualizado' : 'atualizados'}, ${failed} com falha`,
} as const;
