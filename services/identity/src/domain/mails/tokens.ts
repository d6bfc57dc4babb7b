import { formatDateTime } from '@g2/terms/pt-br';
import { type Mail, mail, shortLine } from './mails.ts';

type NewToken = { name: string; scopes: readonly string[]; expiresAt: Date | null };

const pageOf = (publicUrl: string): string => `${publicUrl}/profile/tokens`;

export const apiTokenCreated = (
  firstName: string,
  { name, scopes, expiresAt }: NewToken,
  publicUrl: string,
): Mail =>
  mail('Token de API criado', firstName, [
    `O token de API "${shortLine(name)}" foi criado na sua conta. Quem o tem faz, em seu nome, o que os escopos dele permitem: ${scopes.join(', ')}.`,
    expiresAt ? `Ele vale até ${formatDateTime(expiresAt)}.` : 'Ele não expira: vale até ser revogado.',
    `Se não foi você, revogue-o: ${pageOf(publicUrl)}`,
    `Se não foi você, defina também uma nova senha: ${publicUrl}/auth/esqueci`,
  ]);

export const apiTokenRevoked = (firstName: string, name: string, publicUrl: string): Mail =>
  mail('Token de API revogado', firstName, [
    `O token de API "${shortLine(name)}" foi revogado: nada mais é aceito com ele. O que o usava precisa de outro.`,
    `Ver os tokens da conta: ${pageOf(publicUrl)}`,
    `Se não foi você, defina uma nova senha: ${publicUrl}/auth/esqueci`,
  ]);
