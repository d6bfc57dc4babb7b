/** INPI's code lists, in a separate file because only one form imports them. */
export { APPLICATION_FIELDS, type InpiCode, PROGRAM_TYPES } from '@g2/terms/inpi';
