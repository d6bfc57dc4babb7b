import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Modal } from '../../../ui/modal.tsx';
import classes from './card-payment.module.css';
import { texts } from './texts.ts';

interface ThreeDsFrameProps {
  readonly url: string;
  readonly paymentIntentId: string;
  /** Called when the issuer's page has finished; its result must be read from the provider. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Frame with the issuer's 3-D Secure page, which posts a message to this page when it has finished. */
export function ThreeDsFrame({ url, paymentIntentId, onDone, onCancel }: ThreeDsFrameProps) {
  // On a phone, use the full width: issuers' pages are designed for it.
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
