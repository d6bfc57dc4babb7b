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
  /** The form shown before the change starts. */
  readonly children: ReactNode;
}

/** A dialog with the form of a bulk change, and then the outcome of each row. */
export function BulkModal({ opened, title, bulk, onClose, children }: BulkModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={640}
      // A running change is stopped by its own button only, not by a stray click.
      closeOnClickOutside={!bulk.running}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows === null ? children : <BulkResults bulk={bulk} onClose={onClose} />}
    </Modal>
  );
}

/** The outcome of each row, with buttons to stop the rest or to retry what failed. */
export function BulkResults({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const left = (bulk.rows ?? []).filter(({ state }) => state !== 'done').length;
  const top = useRef<HTMLDivElement>(null);
  // The form may have been scrolled down; show the results from the top.
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
