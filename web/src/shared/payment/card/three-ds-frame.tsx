import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Modal } from '../../../ui/modal.tsx';
import classes from './card-payment.module.css';
import { texts } from './texts.ts';

interface ThreeDsFrameProps {
  readonly url: string;
  readonly paymentIntentId: string;
  /** The issuer's page has finished; what came of it the server finds out. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The issuer's page, which tells its parent when it has finished. */
export function ThreeDsFrame({ url, paymentIntentId, onDone, onCancel }: ThreeDsFrameProps) {
  // Issuers' pages are made for the whole width of a phone.
  const narrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false });
  const frame = useRef<HTMLIFrameElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== new URL(url).origin) return;
      const data = event.data;
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'g2-3ds') return;
      if (!('paymentIntentId' in data) || data.paymentIntentId !== paymentIntentId) return;
      done.current();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [url, paymentIntentId]);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={texts.card.threeDs}
      closeOnClickOutside={false}
      fullScreen={narrow}
      zIndex={400}
    >
      <iframe ref={frame} src={url} title={texts.card.threeDs} className={classes.frame} />
    </Modal>
  );
}
