/** Tags of the OpenAPI document with their descriptions, in its order. */
export const TAGS = {
  Conta: 'Criar uma conta, entrar e sair; a própria conta.',
  'Segundo fator':
    'Aplicativo autenticador, chaves de acesso e códigos de recuperação; confirmar que é você.',
  'Tokens de API': 'O que os seus programas usam em lugar de uma sessão: `Authorization: Bearer g2_…`.',
  Registros: 'Os registros de software de quem chama.',
  Versões: 'As versões de um mesmo programa, cada uma com o seu registro.',
  Titulares: 'Os titulares de um registro e a parte de cada um, em percentual.',
  Arquivos: 'O ZIP de um registro.',
  Pagamentos: 'O pagamento de um registro, pelo provedor (cartão, Pix ou boleto) ou com créditos.',
  Documentos: 'O certificado e o recibo.',
  Prova: 'O que prova um depósito, e a conferência pública de certificados.',
  Créditos: 'Os próprios créditos, em centésimos, e a sua compra.',
  Atendimento: 'O que se escreve à equipe, com conta ou sem, e o que ela responde.',
  Operação: 'A fila de registros, para operadores e administradores.',
  'Administração: usuários': 'As contas de todos.',
  'Administração: registros': 'Os registros de todos, a sua atribuição e o seu status.',
  'Administração: créditos': 'Os créditos de todos.',
  'Administração: análises': 'Números, análises e exportação.',
  'Administração: pagamentos': 'Os pagamentos de todos, o seu reembolso e os avisos do provedor de cartões.',
  'Administração: aprovações':
    'Atos que um administrador pede e outro precisa aprovar. Os que aguardam respondem 202 (`ApprovalAsked`).',
  'Administração: trilha': 'Quem fez o quê, quando e de onde.',
  Eventos: 'O que muda, enquanto muda.',
} as const;

export type Tag = keyof typeof TAGS;
