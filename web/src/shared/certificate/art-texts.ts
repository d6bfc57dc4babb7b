/** Texts of the example certificate. The registration is fictitious. */
export const texts = {
  label: 'Exemplo de certificado de registro: moldura gravada, hash SHA-256 e o selo G2',
  organization: 'G2 SOFTWARE REGISTRY',
  title: 'Certificado de Registro',
  subtitle: 'de autoria de software',
  number: 'nº G2-2026-000123-1ECC-7',
  intro: 'Certifica-se o depósito do programa de computador',
  program: 'G2 Software Registry',
  registrationFacts: [
    ['REQUERENTE', 'Ana Lima · ***.456.789-**'],
    ['JURISDIÇÃO', 'Brasil'],
  ],
  hashLabel: 'SHA-256 DO ARQUIVO DEPOSITADO',
  // SHA-256 of the text "G2 Software Registry": readers can verify it.
  hash: '1ecc477b8474accaac7df00a2ba81d3923c5a92e3e8bbf4e0a4c3e948c943c06',
  dates: [
    ['DEPÓSITO', '02/03/2026 09:12'],
    ['PAGAMENTO', '02/03/2026 09:20'],
    ['EMISSÃO', '31/03/2026 10:02'],
  ],
  verifyTitle: 'CONFIRA',
  verifyText: ['Calcule o SHA-256 do arquivo', 'e compare os 64 caracteres.'],
} as const;
