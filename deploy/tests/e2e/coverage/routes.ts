import type { Sentence } from './sentence.ts';

/** Spec §2, "Route table", sentence by sentence. */
export const routes: readonly Sentence[] = [
  { says: 'Signed out: / (landing page), /auth (login and sign-up).', shownBy: ['routes-visitor'] },
  {
    says: 'Signed in: / and /dashboard (client dashboard), /register (registration wizard), /operator, /operator/registrations/{id}, /admin (optional ?tab={tab}), /admin/users.',
    shownBy: ['routes-client', 'routes-staff'],
  },
  {
    says: '/profile is linked from the user menu (screen content not shown).',
    shownBy: ['header-menu-client', 'profile-names'],
  },
  { says: '/help (help centre) opens in a new tab (content not shown).', shownBy: ['help-tab'] },
  {
    says: 'Any other path shows a 404 page titled Page Not Found with links to home and to /register.',
    shownBy: ['routes-not-found', 'pages-unknown'],
  },
  { says: 'While the session loads a centred spinner is shown.', shownBy: ['routes-session-spinner'] },
  { says: 'Protected routes redirect unauthenticated visitors to /auth.', shownBy: ['routes-visitor'] },
  {
    says: 'An older login page exists: it redirects to / if already signed in, has one button navigating to /api/login (sign in with an external identity provider) and a terms and privacy notice.',
    shownBy: ['auth-external'],
  },
  {
    says: 'Whether it is reachable by a route: not shown.',
    shownBy: ['auth-external'],
    note: 'Decided: reachable at /login.',
  },
  {
    says: 'Route of the registration page in that part: not shown.',
    shownBy: ['routes-client'],
    note: 'Decided: /register, as everywhere else.',
  },
];
