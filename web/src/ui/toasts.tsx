import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTexts } from '../lib/language.ts';
import { commonTexts } from './first-texts.ts';
import {
  clearToast,
  currentToast,
  dismissToast,
  subscribeToasts,
  TOAST_DURATION_MS,
  type Toast,
} from './toast-store.ts';
import classes from './toasts.module.css';

/** Swipe distance that dismisses a toast (spec §9). */
const MIN_SWIPE_PX = 50;
/** A shorter movement of the pointer is a click, not a swipe. */
const CLICK_TOLERANCE_PX = 6;

/** The region with the current toast. F8 focuses it, and Escape closes the toast (spec §9). */
export function Toasts() {
  const t = useTexts(commonTexts);
  const toast = useSyncExternalStore(subscribeToasts, currentToast, currentToast);
  const region = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState(false);
  useF8Focus(region, toast === null);
  return (
    <section
      ref={region}
      className={clsx(classes.region, 'fixed z-1000 pointer-events-none print:hidden')}
      aria-label={t.toasts}
      tabIndex={-1}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && clearToast()}
    >
      {/* One live region per tone: if `aria-live` changes together with the content, the text may not be read. */}
      {(['success', 'error'] as const).map((tone) => (
        <div key={tone} aria-live={tone === 'error' ? 'assertive' : 'polite'} aria-atomic="true">
          {toast?.tone === tone && <ToastCard key={toast.id} toast={toast} focused={focused} />}
        </div>
      ))}
    </section>
  );
}

/** F8 focuses the region; when no toast is left, the focus returns to the previously focused element. */
function useF8Focus(region: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const previousFocus = useRef<Element | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      if (!region.current?.contains(document.activeElement)) previousFocus.current = document.activeElement;
      region.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [region]);
  useEffect(() => {
    if (!isEmpty || previousFocus.current === null) return;
    const { activeElement } = document;
    const isFocusLost = activeElement === document.body || activeElement === region.current;
    if (isFocusLost && previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    previousFocus.current = null;
  }, [isEmpty, region]);
}

function useSwipe(onSwiped: () => void) {
  const [offset, setOffset] = useState(0);
  const startX = useRef<number | null>(null);
  const onPointerMove = (event: PointerEvent) => {
    if (startX.current === null) return;
    const distance = Math.max(0, event.clientX - startX.current);
    // Capture the pointer, so that the swipe continues outside the card.
    if (distance > CLICK_TOLERANCE_PX) event.currentTarget.setPointerCapture(event.pointerId);
    setOffset(distance > CLICK_TOLERANCE_PX ? distance : 0);
  };
  const endSwipe = () => {
    startX.current = null;
    setOffset(0);
  };
  const onPointerUp = (event: PointerEvent) => {
    // Calculate the distance from this event: the state of the last movement may not be rendered yet.
    if (startX.current !== null && event.clientX - startX.current >= MIN_SWIPE_PX) onSwiped();
    endSwipe();
  };
  const onPointerDown = (event: PointerEvent) => {
    startX.current = event.clientX;
  };
  return { offset, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: endSwipe } };
}

function ToastCard({ toast, focused }: { toast: Toast; focused: boolean }) {
  const t = useTexts(commonTexts);
  const [hovered, setHovered] = useState(false);
  const { offset, handlers } = useSwipe(() => dismissToast(toast.id));
  const isPaused = focused || hovered || offset > 0;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPaused, toast.id]);
  const { tone, title, description, link } = toast;
  const follow = (event: MouseEvent) => {
    // Let the browser handle clicks that open the link in another tab.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    dismissToast(toast.id);
    link?.follow();
  };
  const Icon = tone === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the close button is the keyboard alternative.
    <div
      className={clsx(
        classes.toast,
        // Text is not selectable: the next swipe would drag selected text.
        'flex items-start gap-3 py-3 pr-3 pl-4 rounded-md pointer-events-auto touch-pan-y select-none',
        tone === 'error' ? 'bg-[#a3211a] text-[#fff]' : 'bg-ink text-ground',
      )}
      data-tone={tone}
      style={offset === 0 ? undefined : { transform: `translateX(${offset}px)` }}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      {...handlers}
    >
      <Icon className="flex-none mt-px" size={20} aria-hidden />
      <div className="flex-1 min-w-0">
        <p className="m-0 font-semibold text-sm leading-[1.4]">{title}</p>
        {description !== undefined && (
          <p className="m-0 mt-0.5 text-sm leading-[1.45] opacity-92">{description}</p>
        )}
        {link !== undefined && (
          <a
            className="inline-block mt-1 py-0.5 text-sm font-semibold text-inherit underline underline-offset-3 focus-visible:outline-current"
            href={link.href}
            onClick={follow}
          >
            {link.label}
          </a>
        )}
      </div>
      <button
        type="button"
        className="g2-bare g2-mark w-7 h-7 p-0 -my-1 focus-visible:outline-current"
        aria-label={t.closeToast}
        onClick={() => dismissToast(toast.id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
