import { nameInMail } from '../text.ts';
import { type Mail, mail } from './mails.ts';

export type NewAdmin = { id: string; firstName: string; lastName: string };

/** To every other active admin: promotions must not go unnoticed. */
export const newAdmin = (firstName: string, { id, ...names }: NewAdmin, publicUrl: string): Mail => {
  const name = nameInMail(`${names.firstName} ${names.lastName}`);
  return mail(`Novo administrador: ${name}`, firstName, [
    `${name} passou a ter acesso de administrador.`,
    'Se ninguém da equipe decidiu isso, desative a conta agora e confira na trilha quem a alterou.',
    `Ver o usuário: ${publicUrl}/admin/users/${id}`,
    `Ver a trilha: ${publicUrl}/admin/trilha?subject=${id}`,
  ]);
};

/** To the new admin. */
export const becameAdmin = (firstName: string, publicUrl: string): Mail =>
  mail('Você agora é administrador', firstName, [
    'Sua conta passou a ter acesso de administrador: ela vê dados de todos os clientes, e o que você faz fica na trilha de auditoria.',
    `Se você não esperava por isso, fale conosco: ${publicUrl}/help`,
    `Painel administrativo: ${publicUrl}/admin`,
  ]);
