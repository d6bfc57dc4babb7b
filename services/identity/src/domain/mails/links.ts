import { notYouLinks } from './factors.ts';
import { type Mail, mail } from './mails.ts';

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
