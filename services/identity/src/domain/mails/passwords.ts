import { type Mail, mail } from './mails.ts';

/** The account was linked to a provider and lost its unproven password. */
export const providerLinked = (firstName: string, publicUrl: string): Mail =>
  mail('Sua conta foi ligada ao provedor de identidade', firstName, [
    'Você entrou pelo provedor de identidade com o e-mail desta conta. Por segurança, a senha antiga, que nunca teve o e-mail confirmado, foi removida, e as outras sessões foram encerradas.',
    `Continue entrando pelo provedor: ${publicUrl}/auth`,
  ]);

/** Set by an admin. */
export const passwordReset = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi redefinida', firstName, [
    'A nossa equipe definiu uma nova senha para a sua conta, e as sessões abertas foram encerradas.',
    `Não fui eu: ${publicUrl}/auth/esqueci`,
    `Entrar: ${publicUrl}/auth`,
  ]);

/** Changed by the owner. */
export const passwordChanged = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi alterada', firstName, [
    'A senha da sua conta foi alterada, e as outras sessões abertas foram encerradas.',
    `Não fui eu: ${publicUrl}/auth/esqueci`,
    `Entrar: ${publicUrl}/auth`,
  ]);
