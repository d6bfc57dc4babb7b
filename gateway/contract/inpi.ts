/** INPI's lists of codes, apart: only the form that chooses from them needs their names. */
export { APPLICATION_FIELDS, type InpiCode, PROGRAM_TYPES } from '@g2/terms/inpi';
