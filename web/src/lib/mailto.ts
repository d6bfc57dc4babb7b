/** The address of a mail to somebody: what stands before the "@" may hold characters that mean something in an address. */
export function mailto(email: string, subject?: string): string {
  const at = email.lastIndexOf('@');
  const to = `${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
  return subject === undefined ? `mailto:${to}` : `mailto:${to}?subject=${encodeURIComponent(subject)}`;
}
