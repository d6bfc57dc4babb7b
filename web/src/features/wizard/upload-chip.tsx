import { IconCircleCheck, IconPlayerPause, IconUpload } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';
import { stepPath } from './steps.ts';
import { percentOf } from './upload-progress.ts';
import { allUploads, subscribeUploads, type UploadSession } from './upload-session.ts';
import { chipTexts as t } from './upload-texts.ts';
import { useRemembered } from './use-interrupted.ts';

/** How long "file stored" is shown, ms. */
const STORED_MS = 8_000;
/** Interval of the check whether another tab is sending a remembered upload, ms. */
const TABS_MS = 5_000;

interface Chip {
  readonly registrationId: string;
  readonly tone: 'moving' | 'held' | 'stored';
  readonly text: string;
  readonly percent: number | null;
}

/** Shown on every page: the running or resumable upload, with a link to it. */
export function UploadChip({ userId }: { userId: string }) {
  const chip = useChip(userId);
  if (chip === null) return null;
  const { registrationId, tone, text, percent } = chip;
  const Icon = ICONS[tone];
  return (
    <Link
      to={stepPath('upload', registrationId)}
      // The name is shortened first, the percentage never.
      className="g2-badge min-w-0 max-w-[min(360px,40vw)] py-1 border border-line bg-accent-soft text-ink no-underline phone:flex-none"
    >
      <Icon className="text-accent" size={16} aria-hidden />
      <span className="g2-clip phone:sr-only">{text}</span>
      {percent === null ? (
        <span className="hidden phone:inline" aria-hidden>
          {t.short[tone]}
        </span>
      ) : (
        <span className="flex-none whitespace-nowrap tabular-nums">
          <span className="phone:hidden"> · </span>
          {t.percent(percent)}
        </span>
      )}
    </Link>
  );
}

const ICONS = { moving: IconUpload, held: IconPlayerPause, stored: IconCircleCheck };

function useChip(userId: string): Chip | null {
  const uploads = useSyncExternalStore(subscribeUploads, allUploads).filter(
    ([, session]) => session.userId === userId,
  );
  const running = uploads.find(([, { phase }]) => phase === 'sending' || phase === 'asking');
  const arrived = useArrived(uploads);
  const isSending = uploads.some(([, { phase }]) => phase === 'sending');
  const waiting = useWaiting(userId, isSending);
  if (running !== undefined) return chipOf(...running);
  if (arrived !== null) return { registrationId: arrived, tone: 'stored', text: t.stored, percent: null };
  return waiting;
}

function chipOf(registrationId: string, { file, phase, sent, line }: UploadSession): Chip {
  const percent = percentOf(sent, file.size);
  const chip = (tone: Chip['tone'], text: string): Chip => ({ registrationId, tone, text, percent });
  if (phase === 'asking' || (line === 'moving' && percent >= 100)) {
    return { ...chip('moving', t.checking(file.name)), percent: null };
  }
  if (line === 'offline') return chip('held', t.offline(file.name));
  if (line === 'away') return chip('held', t.waiting(file.name));
  if (line === 'paused' || line === 'signed-out') return chip('held', t.paused(file.name));
  return chip('moving', t.sending(file.name));
}

type Uploads = ReturnType<typeof allUploads>;

/** Id of the registration for which this tab just finished an upload. */
function useArrived(uploads: Uploads): string | null {
  const [arrived, setArrived] = useState<string | null>(null);
  const sending = uploads.find(([, { phase }]) => phase === 'sending')?.[0] ?? null;
  const [sent, setSent] = useState<string | null>(sending);
  if (sending !== null && sending !== sent) setSent(sending);
  const stored = uploads.some(([id, { phase }]) => id === sent && phase === 'stored');
  if (stored && sent !== null) {
    setArrived(sent);
    setSent(null);
  }
  useEffect(() => {
    if (arrived === null) return;
    const timer = setTimeout(() => setArrived(null), STORED_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return arrived;
}

/** An unfinished upload of an earlier page that no tab is sending. */
function useWaiting(userId: string, isSendingHere: boolean): Chip | null {
  const remembered = useRemembered(userId);
  const [elsewhere, setElsewhere] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const ids = Object.keys(remembered);
    if (ids.length === 0 || isSendingHere) return setElsewhere(null);
    let open = true;
    const check = () => void uploadsInAnyTab(ids).then((sent) => open && setElsewhere(sent));
    check();
    const timer = setInterval(check, TABS_MS);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, [remembered, isSendingHere]);
  const waiting = Object.entries(remembered).find(([id]) => elsewhere?.includes(id) === false);
  if (waiting === undefined) return null;
  const [registrationId, { fileName }] = waiting;
  return { registrationId, tone: 'held', text: t.interrupted(fileName), percent: null };
}
