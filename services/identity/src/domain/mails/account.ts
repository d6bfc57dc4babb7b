import { type Mail, mail } from './mails.ts';

const FORGOT_PASSWORD_PATH = '/auth/esqueci';
const changedLinks = (publicUrl: string): string[] => [
  `Não fui eu: ${publicUrl}${FORGOT_PASSWORD_PATH}`,
  `Entrar: ${publicUrl}/auth`,
];
const passwordPage = (publicUrl: string, token: string): string =>
  `${publicUrl}/auth/nova-senha?token=${token}`;
const confirmPage = (publicUrl: string, token: string): string =>
  `${publicUrl}/auth/confirmar?token=${token}`;

/** Mail to an unproven address, maybe a stranger's: it contains nothing that was typed at sign-up. */
export const confirmAddress = (token: string, publicUrl: string): Mail =>
  mail('Boas-vindas ao G2 Software Registry: confirme seu e-mail', undefined, [
    'Uma conta foi criada com este endereço. Confirme que ele é seu: só depois disso recibos, avisos e certificados chegam por e-mail.',
    `Confirmar meu e-mail: ${confirmPage(publicUrl, token)}`,
    'O link vale por 24 horas, uma vez. Um novo pode ser pedido em Perfil.',
    'Se não foi você quem criou a conta, não confirme e ignore esta mensagem: nada mais será enviado a este endereço.',
  ]);

/** Mail with a reset link. It contains no account data: the e-mail address may be unproven. */
export const passwordForgotten = (token: string, publicUrl: string): Mail =>
  mail('Defina uma nova senha', undefined, [
    'Recebemos um pedido de nova senha para a conta deste endereço.',
    `Definir nova senha: ${passwordPage(publicUrl, token)}`,
    'O link vale por 30 minutos, uma vez; um pedido mais novo o substitui.',
    'Se não foi você quem pediu, ignore esta mensagem: a senha continua a mesma.',
  ]);

export const passwordSetByLink = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi alterada', firstName, [
    'A senha da sua conta foi definida pelo link enviado a este e-mail, e todas as sessões foram encerradas.',
    ...changedLinks(publicUrl),
  ]);

export const signInPaused = (firstName: string, token: string, publicUrl: string): Mail =>
  mail('Muitas senhas erradas na sua conta', firstName, [
    'Alguém errou muitas vezes a senha da sua conta, em lugares em que ela nunca foi usada. Por isso, quem tenta entrar de um lugar novo espera até 5 minutos entre as tentativas.',
    'Nos aparelhos e redes em que você já entrou, nada muda. Para entrar de um lugar novo sem esperar, abra o link nesse lugar e confirme. A senha continua sendo pedida.',
    `Permitir a entrada deste lugar: ${publicUrl}/auth/permitir?token=${token}`,
    'O link vale por 24 horas, uma vez.',
    `Definir outra senha: ${publicUrl}${FORGOT_PASSWORD_PATH}`,
  ]);

export const confirmNewAddress = (token: string, publicUrl: string): Mail =>
  mail('Confirme seu novo e-mail', undefined, [
    'Alguém que já tem conta no G2 Software Registry pediu para usar este endereço nela.',
    `Confirmar o novo e-mail: ${confirmPage(publicUrl, token)}&troca=1`,
    'O link vale por 30 minutos, uma vez. Até lá, a conta continua com o endereço anterior.',
    'Se não foi você quem pediu, ignore esta mensagem: nada muda.',
  ]);

/** Mail to the owner of an address that another account requested; the requester does not learn that it is taken. */
export const addressRequested = (publicUrl: string): Mail =>
  mail('Este e-mail já tem uma conta', undefined, [
    'Alguém pediu para usar este endereço em outra conta do G2 Software Registry. Como ele já é o da sua conta, nada mudou.',
    'Se foi você, entre na conta que já existe; se esqueceu a senha, defina outra.',
    `Definir nova senha: ${publicUrl}${FORGOT_PASSWORD_PATH}`,
    'Se não foi você, ignore esta mensagem.',
  ]);

/** Mail to the current e-mail address when a change of address is requested. */
export const changeRequested = (firstName: string, publicUrl: string): Mail =>
  mail('Pedido de troca do e-mail da sua conta', firstName, [
    'Foi pedida a troca do e-mail da sua conta por outro endereço. Ela só acontece se o novo endereço confirmar em 30 minutos.',
    'Se não foi você, alguém sabe a sua senha: defina outra agora. Isso cancela o pedido e encerra todas as sessões.',
    `Não fui eu: ${publicUrl}${FORGOT_PASSWORD_PATH}`,
  ]);

/** Mail to the former e-mail address after a change, with the undo link. */
export const addressChanged = (firstName: string, token: string, publicUrl: string): Mail =>
  mail('O e-mail da sua conta foi trocado', firstName, [
    'A sua conta passou a usar outro endereço de e-mail. Este não recebe mais os seus avisos.',
    'Se não foi você, desfaça a troca: o link abaixo pede uma nova senha, devolve a conta a este endereço e encerra todas as sessões. Ele vale por 7 dias, uma vez.',
    `Não fui eu, desfazer a troca: ${passwordPage(publicUrl, token)}&desfazer=1`,
  ]);

/** Mail to the e-mail address that a change had set, after the change was undone. It has no undo link. */
export const addressRestored = (publicUrl: string): Mail =>
  mail('O e-mail da sua conta voltou a ser o anterior', undefined, [
    'A troca de e-mail da conta que usava este endereço foi desfeita por quem tem o endereço anterior. As sessões foram encerradas, e a senha é outra.',
    `Dúvidas: ${publicUrl}/help`,
  ]);

export const accountDeleted = (firstName: string, publicUrl: string): Mail =>
  mail('Sua conta foi excluída', firstName, [
    'A sua conta foi excluída a seu pedido, e todas as sessões foram encerradas. O seu cadastro, os registros nunca pagos e os arquivos deles são apagados.',
    'Ficam, sem o seu cadastro, os registros pagos com a prova do depósito e o histórico de pagamentos e créditos, que a lei nos obriga a guardar.',
    `O que fica e por quanto tempo: ${publicUrl}/privacidade`,
    `Se não foi você, fale conosco: ${publicUrl}/help`,
  ]);

export const providerLinked = (firstName: string, publicUrl: string): Mail =>
  mail('Sua conta foi ligada ao provedor de identidade', firstName, [
    'Você entrou pelo provedor de identidade com o e-mail desta conta. Por segurança, a senha antiga, que nunca teve o e-mail confirmado, foi removida, e as outras sessões foram encerradas.',
    `Continue entrando pelo provedor: ${publicUrl}/auth`,
  ]);

export const passwordReset = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi redefinida', firstName, [
    'A nossa equipe definiu uma nova senha para a sua conta, e as sessões abertas foram encerradas.',
    ...changedLinks(publicUrl),
  ]);

export const passwordChanged = (firstName: string, publicUrl: string): Mail =>
  mail('Sua senha foi alterada', firstName, [
    'A senha da sua conta foi alterada, e as outras sessões abertas foram encerradas.',
    ...changedLinks(publicUrl),
  ]);
