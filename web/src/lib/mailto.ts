/** A mailto: URL. The part before the "@" is percent-encoded, because it may contain characters reserved in URLs. */
export function mailto(email: string, subject?: string): string {
  const atIndex = email.lastIndexOf('@');
  const recipient = `${encodeURIComponent(email.slice(0, atIndex))}${email.slice(atIndex)}`;
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return `mailto:${recipient}${query}`;
}
