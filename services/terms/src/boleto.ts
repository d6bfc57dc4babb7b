/** Formats the 47 digits as banks print them: '00190.00009 00000.000000 00000.000000 0 00000000000000'. */
export const formatBoleto = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
