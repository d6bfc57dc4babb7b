import { type Mail, mail } from './mails.ts';

const NAMES = { totp: 'um aplicativo autenticador', passkey: 'uma chave de acesso' } as const;
type FactorName = keyof typeof NAMES;

export const notYouLinks = (publicUrl: string): string[] => [
  `Se não foi você, defina uma nova senha: ${publicUrl}/auth/esqueci`,
  `Se não foi você, encerre as outras sessões: ${publicUrl}/profile/sessoes`,
];

export const factorAdded = (firstName: string, factor: FactorName, publicUrl: string): Mail =>
  mail('Segundo fator ativado', firstName, [
    `A sua conta tem agora ${NAMES[factor]}. A partir da próxima entrada, só a senha não basta.`,
    ...notYouLinks(publicUrl),
  ]);

/** @param isLast the password alone is enough from now on */
export const factorRemoved = (
  firstName: string,
  factor: FactorName,
  isLast: boolean,
  publicUrl: string,
): Mail =>
  mail('Segundo fator removido', firstName, [
    `Da sua conta foi removido ${NAMES[factor]}.`,
    ...(isLast ? ['A conta não tem mais um segundo fator: a senha basta para entrar.'] : []),
    ...notYouLinks(publicUrl),
  ]);

/** An admin removed all factors. */
export const factorReset = (firstName: string, publicUrl: string): Mail =>
  mail('Segundo fator removido pela nossa equipe', firstName, [
    'A nossa equipe removeu o segundo fator da sua conta, com as chaves de acesso e os códigos de recuperação, e encerrou as sessões abertas. Entre com a senha e configure outro.',
    `Entrar: ${publicUrl}/auth`,
    ...notYouLinks(publicUrl),
  ]);

export const recoveryCodesRenewed = (firstName: string, publicUrl: string): Mail =>
  mail('Novos códigos de recuperação', firstName, [
    'Foram gerados novos códigos de recuperação da sua conta. Os anteriores não valem mais.',
    ...notYouLinks(publicUrl),
  ]);

export const manyWrongCodes = (firstName: string, publicUrl: string): Mail =>
  mail('Códigos errados na sua conta', firstName, [
    'Alguém errou o código do segundo fator da sua conta várias vezes. Quem chega a essa etapa já passou pela senha ou pelo provedor de identidade.',
    'Enquanto isso continua, os códigos do aplicativo são recusados por um tempo cada vez maior, de um dia no máximo. Chaves de acesso e códigos de recuperação continuam valendo.',
    ...notYouLinks(publicUrl),
  ]);

/** @param left unused codes that remain */
export const recoveryCodeUsed = (firstName: string, left: number, publicUrl: string): Mail =>
  mail('Código de recuperação usado', firstName, [
    `Um código de recuperação da sua conta foi usado. ${left === 1 ? 'Resta 1' : `Restam ${left}`}.`,
    ...(left <= 3 ? [`Gerar novos códigos: ${publicUrl}/profile/seguranca`] : []),
    ...notYouLinks(publicUrl),
  ]);
