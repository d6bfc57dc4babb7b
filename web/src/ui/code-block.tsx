import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  /** Initially focuses the copy button when the enclosing dialog opens. */
  readonly first?: boolean;
}

export function CodeBlock({ label, code, first = false }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      <div className={classes.head}>
        <span className="g2-meta">{label}</span>
        <CopyButton value={code} label={label} className={classes.copy} first={first} />
      </div>
      <pre className={classes.code}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
