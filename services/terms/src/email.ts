/**
 * An e-mail address as accounts and registrations take it: atoms with dots between, at most 64 characters, at a domain of
 * labels of at most 63 (RFC 5321 §4.1.2, §4.5.3.1; RFC 1035 §2.3.4). Addresses in other scripts come as punycode. Linear in
 * its length; the whole is bounded by MAX_LENGTH.email.
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** What earlier releases took besides: longer parts, a hyphen at a label's end. Who has such an account signs in by it. */
export const KNOWN_EMAIL = new RegExp(
  `${EMAIL.source}|${/^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.source}`,
);
