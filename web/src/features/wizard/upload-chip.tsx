import { IconCircleCheck, IconPlayerPause, IconUpload } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';
import { stepPath } from './steps.ts';
import classes from './upload-chip.module.css';
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
  readonly tone: 'moving' | 'still' | 'stored';
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
    <Link to={stepPath('upload', registrationId)} className={classes.chip} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <span className={classes.text}>{text}</span>
      {percent === null ? (
        <span className={classes.short} aria-hidden>
          {t.short[tone]}
        </span>
      ) : (
        <span className={classes.percent}>
          <span className={classes.dot}> · </span>
          {t.percent(percent)}
        </span>
      )}
    </Link>
  );
}

const ICONS = { moving: IconUpload, still: IconPlayerPause, stored: IconCircleCheck };

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
  if (line === 'offline') return chip('still', t.offline(file.name));
  if (line === 'away') return chip('still', t.waiting(file.name));
  if (line === 'paused' || line === 'signed-out') return chip('still', t.paused(file.name));
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
function useWaiting(userId: string, isHere: boolean): Chip | null {
  const remembered = useRemembered(userId);
  const [elsewhere, setElsewhere] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const ids = Object.keys(remembered);
    if (ids.length === 0 || isHere) return setElsewhere(null);
    let open = true;
    const look = () => void uploadsInAnyTab(ids).then((sent) => open && setElsewhere(sent));
    look();
    const timer = setInterval(look, TABS_MS);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, [remembered, isHere]);
  const left = Object.entries(remembered).find(([id]) => elsewhere?.includes(id) === false);
  if (left === undefined) return null;
  const [registrationId, { fileName }] = left;
  return { registrationId, tone: 'still', text: t.interrupted(fileName), percent: null };
}
