import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';

const t = texts.upload;

interface DropzoneProps {
  /** A file is stored already: the invitation is then a quieter one. */
  readonly replacing: boolean;
  /** null when a drop brought no file. */
  readonly onFile: (file: File | null) => void;
}

/** Takes one file, dropped or chosen. What it may be the caller decides. */
export function Dropzone({ replacing, onFile }: DropzoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files.item(0));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button below does the same by keyboard.
    <div
      className={uploadCss.drop}
      data-over={over || undefined}
      data-quiet={replacing || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        // Onto something within the area it is still over it.
        const { relatedTarget: onto } = event;
        if (!(onto instanceof Node && event.currentTarget.contains(onto))) setOver(false);
      }}
      onDrop={drop}
    >
      <IconFileUpload size={replacing ? 24 : 36} stroke={1.4} aria-hidden />
      <div className={uploadCss.dropText}>
        <p className={uploadCss.dropTitle}>{replacing ? t.dropReplace : t.drop}</p>
        <p id="drop-hint" className="g2-note">
          {t.dropHint}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={(event) => {
          onFile(event.currentTarget.files?.item(0) ?? null);
          // The same file may be chosen again after an error.
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant={replacing ? 'default' : 'filled'}
        size={replacing ? 'sm' : 'md'}
        aria-describedby="drop-hint"
        onClick={() => input.current?.click()}
      >
        {replacing ? t.replace : t.choose}
      </Button>
    </div>
  );
}

/** A file dropped beside the area goes nowhere: the browser would open it in the place of the application. */
export function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
