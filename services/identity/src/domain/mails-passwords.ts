import { type Mail, mail } from './mails.ts';

/** An existing account was joined to the identity provider, and its unproven password removed. */
export const providerLinked = (firstName: string, publicUrl: string): Mail =>
  mail('Sua conta foi ligada ao provedor de identidade', firstName, [
    'Você entrou pelo provedor de identidade com o e-mail desta conta. Por segurança, a senha antiga, que nunca teve o e-mail confirmado, foi removida, e as outras sessões foram encerradas.',
    `Continue entrando pelo provedor: ${publicUrl}/auth`,
  ]);

/** An admin set another password. */
export const passwordReset = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi redefinida', firstName, [
    'A nossa equipe definiu uma nova senha para a sua conta, e as sessões abertas foram encerradas.',
    `Não fui eu: ${publicUrl}/auth/esqueci`,
    `Entrar: ${publicUrl}/auth`,
  ]);

/** The account's own user set another password. */
export const passwordChanged = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi alterada', firstName, [
    'A senha da sua conta foi alterada, e as outras sessões abertas foram encerradas.',
    `Não fui eu: ${publicUrl}/auth/esqueci`,
    `Entrar: ${publicUrl}/auth`,
  ]);
