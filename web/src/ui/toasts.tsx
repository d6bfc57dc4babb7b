import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToast, dismissToast, subscribeToasts, TOAST_MS, type Toast } from './toast-store.ts';
import classes from './toasts.module.css';

const SWIPE_PX = 50;

/** Where toasts appear. F8 moves the focus here, as in spec §9. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribeToasts, currentToast);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section ref={region} className={classes.region} aria-label="Notificações (F8)" tabIndex={-1}>
      <div aria-live={toast?.tone === 'error' ? 'assertive' : 'polite'} aria-atomic="true">
        {toast !== null && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const [shift, setShift] = useState(0);
  const start = useRef<number | null>(null);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id]);

  const onMove = (event: PointerEvent) => {
    if (start.current !== null) setShift(Math.max(0, event.clientX - start.current));
  };
  const onUp = () => {
    if (shift > SWIPE_PX) dismissToast(toast.id);
    start.current = null;
    setShift(0);
  };
  const Icon = toast.tone === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding and swiping are extras; the button closes it by keyboard.
    <div
      className={classes.toast}
      data-tone={toast.tone}
      style={shift === 0 ? undefined : { transform: `translateX(${shift}px)` }}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        start.current = event.clientX;
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
    >
      <Icon className={classes.icon} size={20} aria-hidden />
      <div className={classes.text}>
        <p className={classes.title}>{toast.title}</p>
        {toast.description !== undefined && <p className={classes.description}>{toast.description}</p>}
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label="Fechar notificação"
        onClick={() => dismissToast(toast.id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
