import { programPath } from '@g2/gateway/contract/pages';

export const texts = {
  title: 'Tokens de API',
  lead: 'Para registrar pela linha de comando ou pelos seus programas. Cada token faz, em seu nome, só o que os escopos dele permitem; nunca paga, nem mexe na sua conta.',
  create: 'Criar token',
  listLabel: 'Seus tokens',
  loadFailed: 'Não foi possível carregar os tokens.',
  requestFailedTitle: 'Erro no token',
  requestFailedText: 'Não foi possível concluir. Tente novamente.',
  emptyState: {
    title: 'Nenhum token ainda',
    text: 'Crie um para usar a linha de comando ou registrar a partir da sua esteira de integração.',
  },
  limitReached: (limit: number) => `A conta tem ${limit} tokens, o máximo. Revogue um para criar outro.`,
  row: {
    prefix: (prefix: string) => `${prefix}…`,
    lastUsedOn: (time: string) => `Último uso em ${time}`,
    neverUsed: 'Ainda não usado',
    createdOn: (date: string) => `criado em ${date}`,
    expiresOn: (date: string) => `vale até ${date}`,
    noExpiry: 'não expira',
    expiresSoon: 'Expira em breve',
    revoke: 'Revogar',
    revokeLabel: (name: string) => `Revogar ${name}`,
  },
  revoke: {
    title: 'Revogar token',
    text: (name: string) =>
      `O que usa o token "${name}" deixa de ter acesso na próxima chamada. Isto não se desfaz: o programa precisará de outro token.`,
    confirm: 'Revogar',
    revoked: 'Token revogado',
  },
  form: {
    title: 'Novo token de API',
    name: 'Nome',
    namePlaceholder: 'Ex.: CI do sistema de estoque',
    nameHint: 'Para você saber depois onde ele é usado.',
    nameMissing: 'Dê um nome ao token',
    scopes: 'O que ele pode fazer',
    scopesMissing: 'Escolha ao menos um escopo',
    expiry: 'Validade',
    days: (days: number) => (days === 365 ? '1 ano' : `${days} dias`),
    noExpiry: 'Não expira',
    noExpiryHint: 'Prefira uma validade: um token esquecido também vaza.',
    submit: 'Criar token',
  },
  newToken: {
    title: 'Seu novo token',
    warning:
      'Copie-o agora: ele não será mostrado de novo. Guarde-o como uma senha; quem o tiver age em seu nome.',
    label: 'Token',
    usageLead: 'Para usá-lo na linha de comando:',
    storedCheckbox: 'Já guardei o token',
    close: 'Fechar',
  },
  cli: {
    title: 'Na linha de comando',
    lead: 'Com Node.js 20.19 ou mais novo, na pasta do seu repositório Git:',
    codeLabel: 'Comandos',
    text: 'O comando compacta exatamente o que o Git conhece, mostra o SHA-256, envia, retoma de onde parou se a conexão cair, e confere o hash que chegou. O pagamento você faz no site, pelo link que ele mostra.',
    guide: 'O passo a passo, a integração contínua e os erros',
    apiQuestion: 'Prefere chamar a API?',
    reference: 'Referência da API',
  },
} as const;

/** Command-line examples for this server. @param origin such as https://registro.example */
export const exampleCommands = (origin: string): string =>
  [
    loginCommand(origin),
    'g2-registry register .',
    'g2-registry status --wait certificate_issued',
    'g2-registry verify sistema.zip',
  ].join('\n');

export const loginCommand = (origin: string): string =>
  [`npm install --global ${origin}${programPath('g2-registry')}`, `g2-registry login --url ${origin}`].join(
    '\n',
  );
