import { type Program, programPath } from '@g2/gateway/contract/pages';

/** Version and hexadecimal SHA-256 of each downloadable program; set by the build (vite.config.ts). */
declare const __PROGRAMS__: Readonly<Record<Program, { version: string; sha256: string }>>;

export const programOf = (name: Program) => __PROGRAMS__[name];

/**
 * The public origin of this site, without a trailing slash. It is read from the `canonical` link that the gateway
 * writes, so that the prerendered HTML and the hydrated page match.
 */
export function siteOrigin(): string {
  // Prerendering has no document; the gateway replaces this placeholder with the public URL.
  if (typeof document === 'undefined') return '__PUBLIC_URL__';
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return canonical === undefined ? window.location.origin : new URL(canonical).origin;
}

/** Download address of a program's tarball. */
export const programUrl = (origin: string, name: Program): string => origin + programPath(name);
