import { type Program, programPath } from '@g2/gateway/contract/pages';

/** Written by the build (vite.config.ts): SHA-256 in hexadecimal. */
declare const __PROGRAMS__: Readonly<Record<Program, { version: string; sha256: string }>>;

export const programOf = (name: Program) => __PROGRAMS__[name];

/**
 * The public address of this house, without a slash at its end: as the gateway wrote it into the document, so that what
 * the build rendered is what the browser goes on with.
 */
export function houseOrigin(): string {
  // The build renders: the gateway writes its address there.
  if (typeof document === 'undefined') return '__PUBLIC_URL__';
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return canonical === undefined ? window.location.origin : new URL(canonical).origin;
}

/** Where a program's tarball is had. */
export const programUrl = (origin: string, name: Program): string => origin + programPath(name);
