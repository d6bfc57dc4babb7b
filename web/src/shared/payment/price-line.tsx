import { formatCents } from '../../lib/format.ts';

interface PriceLineProps {
  readonly title: string;
  readonly note: string;
  /** Cents. */
  readonly amount: number;
}

export function PriceLine({ title, note, amount }: PriceLineProps) {
  return (
    <div className="g2-spread items-baseline pb-4 mb-4 border-b border-line">
      <span className="flex-[1_1_240px] min-w-0 font-semibold wrap-anywhere">
        {title}
        <span className="g2-meta block font-normal">{note}</span>
      </span>
      <span className="g2-heading flex-none tabular-nums">{formatCents(amount)}</span>
    </div>
  );
}
