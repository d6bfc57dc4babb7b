/** The mark: a sheet with a folded corner and the monogram. Decorative; the name stands beside it. */
export function LogoMark({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M9 2h19l10 10v20a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z" fill="var(--g2-accent)" />
      <path d="M28 2l10 10h-7a3 3 0 0 1-3-3Z" fill="color-mix(in srgb, var(--g2-accent) 45%, var(--g2-bg))" />
      <g
        fill="none"
        stroke="var(--g2-on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M17.6 17.5A6 6 0 1 0 19.4 23H15" />
        <path d="M23.4 19.4a3.7 3.7 0 0 1 7.3.4c0 3-4.4 4.9-7.3 8.4h7.6" />
      </g>
    </svg>
  );
}
