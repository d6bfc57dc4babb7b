import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './developers.module.css';

interface SectionProps {
  readonly section: { readonly id: string; readonly title: string; readonly text?: readonly string[] };
  readonly children?: ReactNode;
}

export function Section({ section: { id, title, text = [] }, children }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`}>{title}</h2>
      <Paragraphs texts={text} />
      {children}
    </section>
  );
}

export const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => <p key={text}>{text}</p>);

interface FactListProps {
  readonly rows: readonly (readonly [name: string, what: string])[];
  /** Whether the names are code, such as commands or fields. */
  readonly code?: boolean;
}

export const FactList = ({ rows, code = false }: FactListProps) => (
  <dl className={classes.facts}>
    {rows.map(([name, what]) => (
      <div key={name}>
        <dt>{code ? <code>{name}</code> : name}</dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);

export const More = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link to={to} className={classes.more}>
      {children} <IconArrowRight size={16} aria-hidden />
    </Link>
  </p>
);

export const Sha = ({ label, sha256 }: { label: string; sha256: string }) => (
  <p>
    {label} <code className={classes.sha}>{sha256}</code>
  </p>
);
