import { formatDateTime } from '@g2/terms/pt-br';
import { deviceOf } from '../device.ts';
import { oneLine, truncateText } from '../text.ts';
import { type Mail, mail, shortLine } from './mails.ts';

const NAMES = { totp: 'um aplicativo autenticador', passkey: 'uma chave de acesso' } as const;
type FactorName = keyof typeof NAMES;

const notYouLinks = (publicUrl: string): string[] => [
  `Se não foi você, defina uma nova senha: ${publicUrl}/auth/esqueci`,
  `Se não foi você, encerre as outras sessões: ${publicUrl}/profile/sessoes`,
];

export const factorAdded = (firstName: string, factor: FactorName, publicUrl: string): Mail =>
  mail('Segundo fator ativado', firstName, [
    `A sua conta tem agora ${NAMES[factor]}. A partir da próxima entrada, só a senha não basta.`,
    ...notYouLinks(publicUrl),
  ]);

/** @param isLast true when no factor is left: the password alone is enough from now on */
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

export const recoveryCodeUsed = (firstName: string, left: number, publicUrl: string): Mail =>
  mail('Código de recuperação usado', firstName, [
    `Um código de recuperação da sua conta foi usado. ${left === 1 ? 'Resta 1' : `Restam ${left}`}.`,
    ...(left <= 3 ? [`Gerar novos códigos: ${publicUrl}/profile/seguranca`] : []),
    ...notYouLinks(publicUrl),
  ]);

/** @param provider display name */
export const accountLinked = (firstName: string, provider: string, publicUrl: string): Mail =>
  mail('Conta vinculada', firstName, [
    `Uma conta ${provider} foi vinculada à sua. A partir de agora, quem entra nela entra também na sua conta aqui, sem a senha.`,
    `Se não foi você, desvincule-a: ${publicUrl}/profile/seguranca`,
    ...notYouLinks(publicUrl),
  ]);

export const accountUnlinked = (firstName: string, provider: string, publicUrl: string): Mail =>
  mail('Conta desvinculada', firstName, [
    `A conta ${provider} foi desvinculada da sua, e não entra mais nela.`,
    ...notYouLinks(publicUrl),
  ]);

const ADDRESS_MAX = 64;

/** Mail about a sign-in from a browser and a network both new to the account. @param agent User-Agent header */
export const newDevice = (
  firstName: string,
  { address, agent, at }: { address: string; agent: string; at: Date },
  publicUrl: string,
): Mail =>
  mail('Novo acesso à sua conta', firstName, [
    'Alguém entrou na sua conta de um dispositivo que ela ainda não tinha usado.',
    [
      `Dispositivo: ${deviceOf(agent).name}`,
      `Endereço: ${truncateText(oneLine(address), ADDRESS_MAX) || 'desconhecido'}`,
      `Data: ${formatDateTime(at)} (horário de Brasília)`,
    ].join('\n'),
    'Se foi você, não precisa fazer nada. Se não foi, defina agora uma nova senha: todas as sessões abertas são encerradas com a antiga.',
    `Não fui eu: ${publicUrl}/auth/nao-fui-eu`,
    `Definir nova senha: ${publicUrl}/auth/esqueci`,
    `Ver as sessões abertas: ${publicUrl}/profile/sessoes`,
  ]);

export const apiTokenCreated = (
  firstName: string,
  { name, scopes, expiresAt }: { name: string; scopes: readonly string[]; expiresAt: Date | null },
  publicUrl: string,
): Mail =>
  mail('Token de API criado', firstName, [
    `O token de API "${shortLine(name)}" foi criado na sua conta. Quem o tem faz, em seu nome, o que os escopos dele permitem: ${scopes.join(', ')}.`,
    expiresAt ? `Ele vale até ${formatDateTime(expiresAt)}.` : 'Ele não expira: vale até ser revogado.',
    `Se não foi você, revogue-o: ${publicUrl}/profile/tokens`,
    `Se não foi você, defina também uma nova senha: ${publicUrl}/auth/esqueci`,
  ]);

export const apiTokenRevoked = (firstName: string, name: string, publicUrl: string): Mail =>
  mail('Token de API revogado', firstName, [
    `O token de API "${shortLine(name)}" foi revogado: nada mais é aceito com ele. O que o usava precisa de outro.`,
    `Ver os tokens da conta: ${publicUrl}/profile/tokens`,
    `Se não foi você, defina uma nova senha: ${publicUrl}/auth/esqueci`,
  ]);
