/** The side of a thread on which the user is. */
export type Reader = 'owner' | 'staff';

const owner = {
  field: 'Mensagem à equipe',
  empty:
    'Nenhuma mensagem ainda. Escreva à equipe sobre este registro: a resposta aparece aqui, e você é avisado por e-mail.',
  unread: (count: string, isSingle: boolean) => (isSingle ? '1 mensagem nova' : `${count} mensagens novas`),
} as const;

const staff = {
  field: 'Mensagem ao cliente',
  empty: 'Nenhuma mensagem ainda. O cliente lê aqui o que você escreve, e é avisado por e-mail.',
  unread: (count: string, isSingle: boolean) =>
    isSingle ? 'Mensagem do cliente' : `${count} mensagens do cliente`,
} as const;

export const texts = {
  title: 'Mensagens',
  byReader: { owner, staff },
  threadLabel: 'Mensagens trocadas',
  loading: 'Carregando mensagens',
  failed: 'Não foi possível carregar as mensagens.',
  showOlder: 'Mostrar mensagens anteriores',
  you: 'Você',
  team: 'Equipe G2',
  client: 'Cliente',
  clientNamed: (name: string) => `${name} (cliente)`,
  shortcutHint: 'Ctrl+Enter envia.',
  counter: (length: string, max: string) => `${length} de ${max} caracteres`,
  tooLong: (excess: string, isSingle: boolean) =>
    `Reduza a mensagem em ${excess} ${isSingle ? 'caractere' : 'caracteres'}.`,
  required: 'Escreva a mensagem',
  send: 'Enviar mensagem',
  sendFailed: 'A mensagem não foi enviada. O texto ficou guardado: tente de novo.',
} as const;
