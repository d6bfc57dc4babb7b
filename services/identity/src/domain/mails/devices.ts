import { formatDateTime } from '@g2/terms/pt-br';
import { deviceOf } from '../device.ts';
import { cut, oneLine } from '../text.ts';
import { type Mail, mail } from './mails.ts';

/** `agent` is the User-Agent header. */
export type SignIn = { address: string; agent: string; at: Date };

const ADDRESS_MAX = 64;

/** A sign-in from a browser and a network that are new to the account. */
export const newDevice = (firstName: string, { address, agent, at }: SignIn, publicUrl: string): Mail =>
  mail('Novo acesso à sua conta', firstName, [
    'Alguém entrou na sua conta de um dispositivo que ela ainda não tinha usado.',
    [
      `Dispositivo: ${deviceOf(agent).name}`,
      `Endereço: ${cut(oneLine(address), ADDRESS_MAX) || 'desconhecido'}`,
      `Data: ${formatDateTime(at)} (horário de Brasília)`,
    ].join('\n'),
    'Se foi você, não precisa fazer nada. Se não foi, defina agora uma nova senha: todas as sessões abertas são encerradas com a antiga.',
    `Não fui eu: ${publicUrl}/auth/nao-fui-eu`,
    `Definir nova senha: ${publicUrl}/auth/esqueci`,
    `Ver as sessões abertas: ${publicUrl}/profile/sessoes`,
  ]);
