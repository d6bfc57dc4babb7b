import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface ButtonStyleProps {
  readonly size?: 'compact' | 'sm' | 'md' | 'lg';
  readonly variant?: 'filled' | 'default';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const styleProps = ({ size = 'md', variant = 'filled', className }: ButtonStyleProps) => ({
  className: clsx('g2-button', className),
  'data-size': size,
  'data-variant': variant,
});

/** A link that looks like Mantine's button, for pages that do not load Mantine. */
export function ButtonLink({ to, ...props }: ButtonStyleProps & { readonly to: string }) {
  const label = <span>{props.children}</span>;
  // The browser handles anchors within the page.
  return to.startsWith('#') ? (
    <a href={to} {...styleProps(props)}>
      {label}
    </a>
  ) : (
    <Link to={to} {...styleProps(props)}>
      {label}
    </Link>
  );
}

/** A button that looks like Mantine's, for pages that do not load Mantine. */
export function PlainButton({ onClick, ...props }: ButtonStyleProps & { readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} {...styleProps(props)}>
      <span>{props.children}</span>
    </button>
  );
}
