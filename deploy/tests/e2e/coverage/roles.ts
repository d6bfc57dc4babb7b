import { noted, type Sentence, shown } from './sentence.ts';

/** Spec §6, row by row. */
export const roles: readonly Sentence[] = [
  shown('| Role | Can |', 'access-matrix'),
  shown(
    '| client (Cliente) | register software, pay, see own registrations and credits, download certificate; redirected away from admin and operator screens |',
    'journey-details',
    'journey-card',
    'credits-statement',
    'journey-certificate',
    'routes-client',
    'admin-denied-client',
    'operator-access',
    'access-matrix',
    'users-list',
  ),
  shown(
    '| operator (Operador) | /operator, detail, approve, request corrections, add notes |',
    'routes-staff',
    'operator-actions-run',
    'admin-denied-operator',
    'access-matrix',
    'admin-credits-list',
  ),
  shown(
    '| admin (Administrador) | everything operators do, plus /admin, /admin/users, role changes, delete/deactivate/reactivate users, reset passwords, credits, assignment, status updates, analytics |',
    'routes-staff',
    'access-matrix',
    'status-operator-actions',
    'admin-users-role',
    'admin-users-remove',
    'admin-credits-list',
    'users-active',
    'users-password',
    'users-credits',
    'admin-registrations-assign',
    'admin-registrations-status',
    'admin-analytics-figures',
  ),
  shown('Any signed-in user passes the protected-route guard.', 'routes-client', 'routes-staff'),
  noted(
    'Access is checked client-side by role; server enforcement: not shown.',
    'The screens check, and the server decides (contract, last section).',
    'routes-client',
    'access-matrix',
    'gateway-closed-rooms',
  ),
];
