/** Of an unpaid registration whose very file somebody else has registered and paid for; nothing names them. */
export const fileTakenTexts = {
  short: 'Arquivo registrado por outra pessoa',
  owner:
    'Outra pessoa registrou e pagou este mesmo arquivo antes: com ele, este registro não pode ser pago. Envie outro arquivo ou, se a autoria é sua, fale conosco.',
  contact: 'Fale conosco',
  staff: 'Outro registro, pago antes, tem este mesmo arquivo: este não pode ser pago com ele.',
} as const;
