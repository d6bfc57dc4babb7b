import { type Mail, mail } from './mails.ts';

export const accountDeleted = (firstName: string, publicUrl: string): Mail =>
  mail('Sua conta foi excluída', firstName, [
    'A sua conta foi excluída a seu pedido, e todas as sessões foram encerradas. O seu cadastro, os registros nunca pagos e os arquivos deles são apagados.',
    'Ficam, sem o seu cadastro, os registros pagos com a prova do depósito e o histórico de pagamentos e créditos, que a lei nos obriga a guardar.',
    `O que fica e por quanto tempo: ${publicUrl}/privacidade`,
    `Se não foi você, fale conosco: ${publicUrl}/help`,
  ]);
