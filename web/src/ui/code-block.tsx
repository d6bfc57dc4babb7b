import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  /** Initially focuses the copy button when the enclosing dialog opens. */
  readonly first?: boolean;
}

export function CodeBlock({ label, code, first = false }: CodeBlockProps) {
  return (
    <div className="g2-box p-3">
      <div className="g2-line justify-between">
        <span className="g2-meta">{label}</span>
        <CopyButton value={code} label={label} first={first} />
      </div>
      <pre className="g2-mono m-0 mt-1.5 text-sm leading-[1.7] whitespace-pre-wrap wrap-anywhere">
        <code>{code}</code>
      </pre>
    </div>
  );
}
