import { idParams } from '../common.ts';
import { message, messagePage, messagesQuery, readMessagesBody, writeMessageBody } from '../messages.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Registros';
const path = '/api/registrations/:id/messages';

export const messageRoutes = {
  listMessages: {
    method: 'GET',
    path,
    tag,
    summary: 'As 50 mensagens mais novas entre o cliente e a equipe, ou as 50 antes de uma',
    roles: ALL_ROLES,
    params: idParams,
    query: messagesQuery,
    answer: messagePage,
  },
  writeMessage: {
    method: 'POST',
    path,
    tag,
    summary: 'Escreve uma mensagem; o cliente é avisado por e-mail das da equipe',
    roles: ALL_ROLES,
    params: idParams,
    body: writeMessageBody,
    status: 201,
    answer: message,
    idempotent: true,
  },
  readMessages: {
    method: 'POST',
    path: `${path}/read`,
    tag,
    summary: 'Marca como lidas as primeiras mensagens do outro lado',
    roles: ALL_ROLES,
    params: idParams,
    body: readMessagesBody,
  },
} as const satisfies Routes;
