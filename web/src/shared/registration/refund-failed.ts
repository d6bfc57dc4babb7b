/** Texts for a registration with a failed refund. An admin then refunds again or transfers the money. */
export const refundFailedTexts = {
  owner:
    'O banco não aceitou a devolução do pagamento: o valor ainda não voltou para você. Nossa equipe já sabe e vai tentar de outra forma. Se precisar dos dados da sua conta, ela escreve em Mensagens.',
  name: 'Devolução',
  state: 'Não aceita pelo banco; tentaremos de outra forma',
  short: 'Devolução não aceita pelo banco; tentaremos de outra forma',
  staff:
    'O banco não aceitou a devolução do pagamento: o cliente não recebeu o valor. A administração deve devolvê-lo de outra forma.',
} as const;
