import type { ReactNode } from 'react';

/** Frame of the verification pages. It has no padding in print, where the paper has margins. */
export function VerificationPage({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-230 mx-auto pt-8 pb-18 px-(--g2-gutter) print:max-w-none print:p-0">{children}</div>
  );
}

interface TitleProps {
  readonly id: string;
  readonly title: string;
}

export function SectionTitle({ id, title }: TitleProps) {
  return (
    <h2 id={id} className="g2-serif mb-1.5 text-2xl leading-[1.25]">
      {title}
    </h2>
  );
}

/** A section of explanations below the main content. */
export function ExplanationSection({ id, title, children }: TitleProps & { readonly children: ReactNode }) {
  return (
    <section
      className="mt-12 pt-8 border-t border-line print:mt-5 print:pt-4 print:break-inside-avoid"
      aria-labelledby={id}
    >
      <SectionTitle id={id} title={title} />
      {children}
    </section>
  );
}
