/**
 * E-mail address of an account or registration: a local part of dot-separated atoms, at most 64 characters;
 * domain labels of at most 63 (RFC 5321 §4.1.2, §4.5.3.1; RFC 1035 §2.3.4), other scripts as punycode.
 * Matching takes linear time. MAX_LENGTH.email limits the whole address.
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** Also accepts addresses of earlier releases (longer parts, a hyphen at the end of a label) for sign-in. */
export const LEGACY_EMAIL = new RegExp(
  `${EMAIL.source}|${/^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.source}`,
);
