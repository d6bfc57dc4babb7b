import type { AdminCreditTransaction } from '@g2/gateway/contract/payments';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UNKNOWN } from '../../lib/format.ts';
import { SYSTEM_AUTHOR } from '../../shared/registration/status-history.tsx';

/** CSS classes for the colours of badges and icons. */
export const TONES = {
  plain: 'border-strong-line',
  accent: 'border-transparent bg-accent-soft text-accent',
  info: 'border-transparent bg-(--st-paid-soft) text-(--st-paid)',
  danger: 'border-transparent bg-danger-soft text-danger',
} as const;
export type Tone = keyof typeof TONES;

export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={clsx('g2-badge justify-self-start border whitespace-nowrap', TONES[tone])}>
    {children}
  </span>
);

export const accountPath = (id: string): string => `/admin/users/${id}`;

/** A name as a link to its page, at least 24 px high (WCAG 2.5.8, target size). */
export const NameLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="inline-block min-h-6 text-inherit font-semibold wrap-anywhere no-underline hover:underline"
  >
    {children}
  </Link>
);

/** A link to a record's page or to a list of records. */
export const RecordLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="g2-link g2-link-alone justify-self-start font-semibold">
    {children}
  </Link>
);

/** Text lines stacked vertically. In a table, they give their column a minimum width. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 wrap-anywhere [td_&]:min-w-47.5">{children}</div>
);

/** The name of an account as a link, and a note below it. */
export const AccountCell = ({ id, name, note }: { id: string; name: string; note: string | null }) => (
  <Lines>
    <NameLink to={accountPath(id)}>{name}</NameLink>
    {note !== null && <span className="g2-meta">{note}</span>}
  </Lines>
);

/** The name of the author of a credit transaction. The system is the author of purchases and payments. */
export const authorOf = ({ createdBy, createdByName }: AdminCreditTransaction): string =>
  createdBy === null ? SYSTEM_AUTHOR : (createdByName ?? UNKNOWN);

interface RowIconProps {
  /** Accessible name: the action and the record. */
  readonly label: string;
  readonly tooltip?: string;
  readonly Icon: typeof IconX;
  readonly onClick: () => void;
}

/** A button with an icon for an action on a row of a list. */
export const RowIcon = ({ label, tooltip = label, Icon, onClick }: RowIconProps) => (
  <Tooltip label={tooltip}>
    <ActionIcon variant="subtle" size="lg" color="gray" aria-label={label} onClick={onClick}>
      <Icon size={19} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

interface RowButtonProps {
  /** Accessible name: the action and the record. */
  readonly label: string;
  readonly loading?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** A small button for an action on a row of a list. */
export const RowButton = ({ label, children, ...button }: RowButtonProps) => (
  <Button size="xs" variant="default" aria-label={label} {...button}>
    {children}
  </Button>
);
