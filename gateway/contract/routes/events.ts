import { ALL_ROLES, type Routes } from './route.ts';

export const eventRoutes = {
  followEvents: {
    method: 'GET',
    path: '/api/events',
    tag: 'Eventos',
    summary:
      'Eventos do servidor: ping (de quem é a linha, a cada 15 s), registration, messages, balance, contacts e, para a equipe, queue, assigned e viewers',
    roles: ALL_ROLES,
    file: { media: 'text/event-stream' },
    refusals: [429],
  },
} as const satisfies Routes;
