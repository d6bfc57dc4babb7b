/** Public number of a contact request: year in America/Sao_Paulo and a sequence without gaps. */
export const CONTACT_NUMBER = /^AT-\d{4}-\d{6,9}$/;

/** @param serial number within the year, from 1 */
export const contactNumber = (year: number, serial: number): string =>
  `AT-${year}-${String(serial).padStart(6, '0')}`;
