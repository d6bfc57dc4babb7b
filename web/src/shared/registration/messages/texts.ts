export type Reader = 'owner' | 'staff';

const owner = {
  field: 'Mensagem à equipe',
  empty:
    'Nenhuma mensagem ainda. Escreva à equipe sobre este registro: a resposta aparece aqui, e você é avisado por e-mail.',
  unread: (count: string, one: boolean) => (one ? '1 mensagem nova' : `${count} mensagens novas`),
} as const;

const staff = {
  field: 'Mensagem ao cliente',
  empty: 'Nenhuma mensagem ainda. O cliente lê aqui o que você escreve, e é avisado por e-mail.',
  unread: (count: string, one: boolean) => (one ? 'Mensagem do cliente' : `${count} mensagens do cliente`),
} as const;

export const texts = {
  title: 'Mensagens',
  readers: { owner, staff },
  log: 'Mensagens trocadas',
  loading: 'Carregando mensagens',
  failed: 'Não foi possível carregar as mensagens.',
  older: 'Mostrar mensagens anteriores',
  you: 'Você',
  team: 'Equipe G2',
  client: 'Cliente',
  clientNamed: (name: string) => `${name} (cliente)`,
  hint: 'Ctrl+Enter envia.',
  counter: (length: string, max: string) => `${length} de ${max} caracteres`,
  tooLong: (over: string, one: boolean) =>
    `Reduza a mensagem em ${over} ${one ? 'caractere' : 'caracteres'}.`,
  required: 'Escreva a mensagem',
  send: 'Enviar mensagem',
  sendFailed: 'A mensagem não foi enviada. O texto ficou guardado: tente de novo.',
} as const;
