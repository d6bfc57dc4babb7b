export const texts = {
  title: 'Recibos',
  lead: 'O que você pagou e comprou. O recibo não substitui a nota fiscal.',
  registrations: 'Registros pagos',
  purchases: 'Compras de créditos',
} as const;
