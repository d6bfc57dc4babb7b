export const texts = {
  code: 'Código do aplicativo',
  codeHint: 'Os 6 dígitos que o aplicativo autenticador mostra agora.',
  recovery: 'Código de recuperação',
  recoveryHint: 'Um dos dez códigos guardados quando o segundo fator foi ativado. Cada um vale uma vez.',
  toRecovery: 'Usar código de recuperação',
  toCode: 'Usar código do aplicativo',
  passkey: 'Usar chave de acesso',
  passkeyFailed: 'A chave de acesso não pôde ser usada neste navegador.',
} as const;
