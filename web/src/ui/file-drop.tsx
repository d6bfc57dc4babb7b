import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';

interface FileDropProps {
  readonly title: string;
  readonly hint: string;
  /** Label of the button that opens the file chooser. */
  readonly button: string;
  /** File types that the file chooser offers; a dropped file may have any type. */
  readonly accept: string;
  /** Smaller variant in one line. */
  readonly quiet?: boolean;
  /** Called with null when a drop contained no file. */
  readonly onFile: (file: File | null) => void;
}

/** Accepts one file by drag and drop or from the file chooser. The caller validates it. */
export function FileDrop({ title, hint, button, accept, quiet = false, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isDragOver, setDragOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below is the keyboard alternative to dropping.
    <div
      className={clsx(
        'border-[1.5px] border-dashed rounded-lg',
        isDragOver ? 'border-accent bg-accent-soft' : 'border-strong-line bg-ground',
        quiet
          ? 'g2-row gap-x-3 mt-4 py-3 px-4'
          : 'grid justify-items-center gap-1 py-(--drop-edge,var(--g2-space-10)) px-4 text-center',
      )}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={(event) => {
        // The pointer has moved to a child element and is still in the area.
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDragOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setDragOver(false);
        onFile(event.dataTransfer.files.item(0));
      }}
    >
      <IconFileUpload className="text-accent" size={quiet ? 24 : 36} stroke={1.4} aria-hidden />
      <div className={quiet ? 'flex-[1_1_220px]' : 'mt-1.5 mb-3'}>
        <p className={quiet ? 'm-0' : 'm-0 font-semibold'}>{title}</p>
        <p id={hintId} className="g2-note">
          {hint}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          onFile(event.currentTarget.files?.item(0) ?? null);
          // Reset the input, so that the same file can be chosen again after an error.
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant={quiet ? 'default' : 'filled'}
        size={quiet ? 'sm' : 'md'}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {button}
      </Button>
    </div>
  );
}

/** Ignores files dropped outside the area; otherwise the browser would leave the application and open the file. */
export function useDropGuard(): void {
  useEffect(() => {
    const preventDrop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', preventDrop);
    window.addEventListener('drop', preventDrop);
    return () => {
      window.removeEventListener('dragover', preventDrop);
      window.removeEventListener('drop', preventDrop);
    };
  }, []);
}
