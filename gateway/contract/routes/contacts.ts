import {
  answerContactBody,
  assignContactBody,
  changeContactBody,
  contact,
  contactListQuery,
  contactNumberAnswer,
  contactPage,
  contactParams,
  NO_CONTACT,
  openContactBody,
  ownContact,
  ownContactPage,
  ownContactsQuery,
  replyContactBody,
  support,
} from '../contacts.ts';
import { ALL_ROLES, type Routes, staff } from './route.ts';

const tag = 'Atendimento';
const path = '/api/operator/contacts';
const own = { tag, roles: ALL_ROLES } as const;
const one = { tag, roles: staff, params: contactParams, answer: contact, absent: NO_CONTACT } as const;
const change = { ...one, method: 'POST', body: changeContactBody, refusals: [409] } as const;

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
    ...own,
    method: 'GET',
    path: '/api/contacts',
    summary: 'Os próprios atendimentos, os mais novos primeiro, com as respostas',
    query: ownContactsQuery,
    answer: ownContactPage,
  },
  replyContact: {
    ...own,
    method: 'POST',
    path: '/api/contacts/:number/replies',
    summary: 'Escreve mais num atendimento próprio; o que foi encerrado há até 30 dias reabre',
    params: contactParams,
    body: replyContactBody,
    status: 201,
    answer: ownContact,
    absent: NO_CONTACT,
    idempotent: true,
    refusals: [409, 429],
  },
  readContact: {
    ...own,
    method: 'POST',
    path: '/api/contacts/:number/read',
    summary: 'Marca como lidas as respostas de um atendimento próprio, até a versão vista',
    params: contactParams,
    body: changeContactBody,
    absent: NO_CONTACT,
  },
  listContacts: {
    method: 'GET',
    path,
    tag,
    summary:
      'Os atendimentos, por estado e por quem cuida: os abertos primeiro, do mais antigo ao mais novo; só os encerrados, o último encerrado primeiro',
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
    refusals: [409, 429],
  },
  closeContact: {
    ...change,
    path: `${path}/:number/close`,
    summary: 'Encerra um atendimento',
  },
  reopenContact: {
    ...change,
    path: `${path}/:number/reopen`,
    summary: 'Reabre um atendimento',
  },
  takeContact: {
    ...change,
    path: `${path}/:number/assignee`,
    summary: 'Assume um atendimento, ou o deixa para todos',
    body: assignContactBody,
  },
} as const satisfies Routes;
