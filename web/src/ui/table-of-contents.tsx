interface TableOfContentsProps {
  readonly label: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** Links to the sections of a page. */
export function TableOfContents({ label, sections }: TableOfContentsProps) {
  return (
    <nav aria-label={label}>
      <ol className="g2-list columns-[2_260px] gap-x-8 py-4 border-y border-line">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="g2-link g2-link-alone">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
