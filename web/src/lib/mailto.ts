/** A mailto: URL. The part before the "@" is percent-encoded, because it may contain characters reserved in URLs. */
export function mailto(email: string, subject?: string): string {
  const at = email.lastIndexOf('@');
  const to = `${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
  return subject === undefined ? `mailto:${to}` : `mailto:${to}?subject=${encodeURIComponent(subject)}`;
}
