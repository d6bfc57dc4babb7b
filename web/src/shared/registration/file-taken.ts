/** Texts for an unpaid registration whose file another account has already paid for. They do not name that account. */
export const fileTakenTexts = {
  short: 'Arquivo registrado por outra pessoa',
  owner:
    'Outra pessoa registrou e pagou este mesmo arquivo antes: com ele, este registro não pode ser pago. Envie outro arquivo ou, se a autoria é sua, fale conosco.',
  contact: 'Fale conosco',
  staff: 'Outro registro, pago antes, tem este mesmo arquivo: este não pode ser pago com ele.',
} as const;
