import type { Sentence } from './sentence.ts';

/** Spec §2, "Header", sentence by sentence. */
export const header: readonly Sentence[] = [
  {
    says: 'Logo plus title G2 Software Registry (logo link goes to /), a light/dark toggle, a login button Entrar (to /auth) when signed out, and an avatar menu when signed in.',
    shownBy: ['header-visitor', 'header-theme', 'header-menu-client'],
  },
  {
    says: 'The avatar shows the profile image, else the first letter of first name, else first letter of e-mail, else U.',
    shownBy: ['header-avatar', 'header-picture'],
  },
  {
    says: 'Menu header shows first name (or e-mail) and e-mail.',
    shownBy: ['header-menu-client', 'header-avatar'],
  },
  {
    says: 'Items: Perfil (/profile), Atualizar Permissões (refetches the current user), Painel do Operador (/operator, operator and admin only), Painel Administrativo (/admin, admin only), Sair (logout, then navigate to / at once).',
    shownBy: ['header-menu-client', 'header-menu-staff', 'header-refresh', 'header-logout'],
  },
];
