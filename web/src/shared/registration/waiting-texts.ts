export const texts = {
  today: 'desde hoje',
  oneDay: 'há 1 dia útil',
  days: (days: string) => `há ${days} dias úteis`,
  near: 'perto do prazo',
  late: 'atrasado',
  promised: (days: number) => `prazo de ${days} dias úteis`,
} as const;
