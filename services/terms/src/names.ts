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
/** Stands for the account of an id that is gone. */
export const REMOVED_USER_NAME = 'Usuário removido';

/** The values the wizard offers and the server accepts, in the order shown (spec §2). */
export const JURISDICTIONS = ['global', 'brasil', 'estados_unidos', 'uniao_europeia'] as const;
export type OfferedJurisdiction = (typeof JURISDICTIONS)[number];
export const DEFAULT_JURISDICTION: OfferedJurisdiction = 'global';
/** The accepted values and the three older ones that only display knows (spec §4). */
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

/** The name for a word of another release or row, which is then the word itself. */
export const nameOf = (names: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(names, word) ? (names[word] ?? word) : word;
