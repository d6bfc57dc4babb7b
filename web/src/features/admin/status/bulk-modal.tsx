import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { texts } from '../texts.ts';
import { BulkRows } from './bulk-rows.tsx';
import type { Bulk } from './use-bulk.ts';

const t = texts.status;

interface BulkModalProps {
  readonly opened: boolean;
  readonly title: string;
  readonly bulk: Bulk;
  readonly onClose: () => void;
  /** What is asked before it begins. */
  readonly children: ReactNode;
}

/** A dialog that asks what is to be done with many, and then shows what becomes of each. */
export function BulkModal({ opened, title, bulk, onClose, children }: BulkModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={640}
      // What is under way is stopped by its own button, not by a stray click.
      closeOnClickOutside={!bulk.running}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows === null ? children : <BulkResults bulk={bulk} onClose={onClose} />}
    </Modal>
  );
}

/** What became of each, with what is left to stop or to try again. */
export function BulkResults({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const left = (bulk.rows ?? []).filter(({ state }) => state !== 'done').length;
  const top = useRef<HTMLDivElement>(null);
  // The form may have been scrolled down; one reads the results from the first.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className={dialogClasses.form}>
      <BulkRows bulk={bulk} />
      <div className={dialogClasses.actions}>
        {bulk.running && (
          <Button variant="default" onClick={bulk.stop}>
            {t.stop}
          </Button>
        )}
        {!bulk.running && left > 0 && (
          <Button variant="default" onClick={bulk.retry}>
            {t.retryRows(left)}
          </Button>
        )}
        {!bulk.running && <Button onClick={onClose}>{t.close}</Button>}
      </div>
    </div>
  );
}
