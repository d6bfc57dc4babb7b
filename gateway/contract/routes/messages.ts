import { idParams } from '../common.ts';
import { message, messagePage, messagesQuery, readMessagesBody, writeMessageBody } from '../messages.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const path = '/api/registrations/:id/messages';
const own = { tag: 'Registros', roles: ALL_ROLES, params: idParams } as const;

export const messageRoutes = {
  listMessages: {
    ...own,
    method: 'GET',
    path,
    summary: 'As 50 mensagens mais novas entre o cliente e a equipe, ou as 50 antes de uma',
    query: messagesQuery,
    answer: messagePage,
  },
  writeMessage: {
    ...own,
    method: 'POST',
    path,
    summary: 'Escreve uma mensagem; o cliente é avisado por e-mail das da equipe',
    body: writeMessageBody,
    status: 201,
    answer: message,
    idempotent: true,
  },
  readMessages: {
    ...own,
    method: 'POST',
    path: `${path}/read`,
    summary: 'Marca como lidas as primeiras mensagens do outro lado',
    body: readMessagesBody,
  },
} as const satisfies Routes;
