import { registrations } from '../counted.ts';

export const texts = {
  open: 'Concluir por protocolos',
  title: 'Concluir por protocolos',
  lead: 'Conclui os registros em Processamento Governamental que têm estes protocolos. Antes, cada linha é conferida, e nada muda.',
  list: 'Protocolos e datas de conclusão',
  hint: 'Uma linha por protocolo, até 100: protocolo;data.',
  example: 'BR 51 2026 000123-4;24/11/2026',
  file: 'Arquivo CSV',
  fileHint: 'As mesmas linhas, de uma planilha.',
  choose: 'Escolher arquivo',
  check: 'Conferir',
  failed: 'Não foi possível conferir os protocolos. Tente novamente.',
  found: (able: number, total: number) =>
    `${able} de ${total} ${total === 1 ? 'linha pode ser concluída' : 'linhas podem ser concluídas'}`,
  effect: 'Em cada um: encerra a etapa governamental, guarda a data e avisa o cliente por e-mail.',
  back: 'Voltar à lista',
  start: (count: number) => `Concluir ${registrations(count)}`,
  lines: 'Linhas conferidas',
  line: (number: number) => `Linha ${number}`,
  noProtocol: 'sem protocolo',
  outcomes: {
    found: (day: string) => `Será concluído em ${day}`,
    unknown: 'Nenhum registro tem este protocolo',
    already: 'Já concluído',
    elsewhere: 'O registro não está em Processamento Governamental',
    ambiguous: (titles: string) => `Mais de um registro tem este protocolo: ${titles}`,
    repeated: 'Outra linha já conclui este registro',
    'bad-date': (written: string) =>
      written === '' ? 'Falta a data' : `Data inválida, futura ou anterior ao protocolo: ${written}`,
    own: 'A equipe não processa o próprio registro',
  },
} as const;
