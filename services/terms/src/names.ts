/** Roles of an account (spec §3). */
export const ROLES = ['client', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  client: 'Cliente',
  operator: 'Operador',
  admin: 'Administrador',
};
export const isStaffRole = (role: Role): boolean => role !== 'client';
/** Shown in place of a deleted account. */
export const REMOVED_USER_NAME = 'Usuário removido';

/** Values the wizard offers and the server accepts, in display order (spec §2). */
export const JURISDICTIONS = ['global', 'brasil', 'estados_unidos', 'uniao_europeia'] as const;
export type OfferedJurisdiction = (typeof JURISDICTIONS)[number];
export const DEFAULT_JURISDICTION: OfferedJurisdiction = 'global';
/** Adds three legacy values that are displayed but not accepted (spec §4). */
export const DISPLAYED_JURISDICTIONS = [...JURISDICTIONS, 'usa', 'europa', 'mercosul'] as const;
export type Jurisdiction = (typeof DISPLAYED_JURISDICTIONS)[number];
export const JURISDICTION_NAMES: Readonly<Record<Jurisdiction, string>> = {
  global: 'Global',
  brasil: 'Brasil',
  estados_unidos: 'Estados Unidos',
  uniao_europeia: 'União Europeia',
  usa: 'Estados Unidos',
  europa: 'Europa',
  mercosul: 'Mercosul',
};

/** Returns the name of a value, or the value itself if it is unknown, for example from another release. */
export const displayName = (names: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(names, value) ? (names[value] ?? value) : value;
