import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  /** The copy button has the initial focus of the enclosing dialog. */
  readonly initialFocus?: boolean;
}

export function CodeBlock({ label, code, initialFocus = false }: CodeBlockProps) {
  return (
    <div className="g2-box p-3">
      <div className="g2-line justify-between">
        <span className="g2-meta">{label}</span>
        <CopyButton value={code} label={label} initialFocus={initialFocus} />
      </div>
      <pre className="g2-mono m-0 mt-1.5 text-sm leading-[1.7] whitespace-pre-wrap wrap-anywhere">
        <code>{code}</code>
      </pre>
    </div>
  );
}
