import {
  answerContactBody,
  changeContactBody,
  contact,
  contactListQuery,
  contactNumberAnswer,
  contactPage,
  contactParams,
  NO_CONTACT,
  openContactBody,
  ownContactPage,
  ownContactsQuery,
  support,
} from '../contacts.ts';
import { type Routes, signedIn, staff } from './route.ts';

const tag = 'Atendimento';
const path = '/api/operator/contacts';
const one = { tag, roles: staff, params: contactParams, answer: contact, absent: NO_CONTACT } as const;

/** What people write to the staff ("atendimentos"), and how this house is reached besides. */
export const contactRoutes = {
  getSupport: {
    method: 'GET',
    path: '/api/public/support',
    tag,
    summary: 'O e-mail, o telefone e o horário de atendimento; null onde não há',
    answer: support,
  },
  openContact: {
    method: 'POST',
    path: '/api/contact',
    tag,
    summary: 'Escreve à equipe, com conta ou sem; a resposta traz o número do atendimento',
    body: openContactBody,
    status: 201,
    answer: contactNumberAnswer,
    idempotent: true,
    refusals: [401, 409, 429],
  },
  listOwnContacts: {
    method: 'GET',
    path: '/api/contacts',
    tag,
    summary: 'Os próprios atendimentos, os mais novos primeiro, com as respostas',
    roles: signedIn,
    query: ownContactsQuery,
    answer: ownContactPage,
  },
  listContacts: {
    method: 'GET',
    path,
    tag,
    summary:
      'Os atendimentos: os abertos primeiro, do mais antigo ao mais novo; só os encerrados, o último encerrado primeiro',
    roles: staff,
    query: contactListQuery,
    answer: contactPage,
    limit: 'searches',
  },
  getContact: { ...one, method: 'GET', path: `${path}/:number`, summary: 'Um atendimento, com as respostas' },
  answerContact: {
    ...one,
    method: 'POST',
    path: `${path}/:number/answers`,
    summary: 'Responde por e-mail a quem escreveu; guarda a resposta, e encerra o atendimento se pedido',
    body: answerContactBody,
    status: 201,
    idempotent: true,
    refusals: [409],
  },
  closeContact: {
    ...one,
    method: 'POST',
    path: `${path}/:number/close`,
    summary: 'Encerra um atendimento',
    body: changeContactBody,
    refusals: [409],
  },
  reopenContact: {
    ...one,
    method: 'POST',
    path: `${path}/:number/reopen`,
    summary: 'Reabre um atendimento',
    body: changeContactBody,
    refusals: [409],
  },
} as const satisfies Routes;
