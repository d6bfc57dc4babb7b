import { IconCircleCheck, IconPlayerPause, IconUpload } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';
import { stepPath } from './steps.ts';
import { percentOf } from './upload-progress.ts';
import { allUploads, subscribeUploads, type UploadSession } from './upload-session.ts';
import { chipTexts as t } from './upload-texts.ts';
import { useSavedUploads } from './use-interrupted.ts';

/** How long the header shows that a file was stored, ms. */
const STORED_MS = 8_000;
/** How often to check whether another tab is sending a saved upload, ms. */
const OTHER_TAB_CHECK_MS = 5_000;

interface Chip {
  readonly registrationId: string;
  readonly status: 'active' | 'halted' | 'stored';
  readonly text: string;
  readonly percent: number | null;
}

/** Badge in the header of every page: the running or interrupted upload, with a link to it. */
export function UploadChip({ userId }: { userId: string }) {
  const chip = useChip(userId);
  if (chip === null) return null;
  const { registrationId, status, text, percent } = chip;
  const Icon = ICONS[status];
  return (
    <Link
      to={stepPath('upload', registrationId)}
      // Only the file name is truncated, never the percentage.
      className="g2-badge min-w-0 max-w-[min(360px,40vw)] py-1 border border-line bg-accent-soft text-ink no-underline phone:flex-none"
    >
      <Icon className="text-accent" size={16} aria-hidden />
      <span className="g2-clip phone:sr-only">{text}</span>
      {percent === null ? (
        <span className="hidden phone:inline" aria-hidden>
          {t.short[status]}
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

const ICONS = { active: IconUpload, halted: IconPlayerPause, stored: IconCircleCheck };

function useChip(userId: string): Chip | null {
  const uploads = useSyncExternalStore(subscribeUploads, allUploads).filter(
    ([, session]) => session.userId === userId,
  );
  const runningUpload = uploads.find(([, { phase }]) => phase === 'sending' || phase === 'verifying');
  const storedId = useJustStoredId(uploads);
  const isSending = uploads.some(([, { phase }]) => phase === 'sending');
  const interruptedChip = useInterruptedChip(userId, isSending);
  if (runningUpload !== undefined) return chipOf(...runningUpload);
  if (storedId !== null) return { registrationId: storedId, status: 'stored', text: t.stored, percent: null };
  return interruptedChip;
}

function chipOf(registrationId: string, { file, phase, sentBytes, connection }: UploadSession): Chip {
  const percent = percentOf(sentBytes, file.size);
  const chip = (status: Chip['status'], text: string): Chip => ({ registrationId, status, text, percent });
  if (phase === 'verifying' || (connection === 'moving' && percent >= 100)) {
    return { ...chip('active', t.checking(file.name)), percent: null };
  }
  if (connection === 'offline') return chip('halted', t.offline(file.name));
  if (connection === 'away') return chip('halted', t.waitingForServer(file.name));
  if (connection === 'paused' || connection === 'signed-out') return chip('halted', t.paused(file.name));
  return chip('active', t.sending(file.name));
}

type Uploads = ReturnType<typeof allUploads>;

/** Id of the registration whose file this tab has just uploaded; null after `STORED_MS`. */
function useJustStoredId(uploads: Uploads): string | null {
  const [storedId, setStoredId] = useState<string | null>(null);
  const sendingId = uploads.find(([, { phase }]) => phase === 'sending')?.[0] ?? null;
  const [lastSendingId, setLastSendingId] = useState<string | null>(sendingId);
  if (sendingId !== null && sendingId !== lastSendingId) setLastSendingId(sendingId);
  const isStored = uploads.some(([id, { phase }]) => id === lastSendingId && phase === 'stored');
  if (isStored && lastSendingId !== null) {
    setStoredId(lastSendingId);
    setLastSendingId(null);
  }
  useEffect(() => {
    if (storedId === null) return;
    const timer = setTimeout(() => setStoredId(null), STORED_MS);
    return () => clearTimeout(timer);
  }, [storedId]);
  return storedId;
}

/** Badge for an upload that an earlier page left unfinished and that no tab is sending. */
function useInterruptedChip(userId: string, isSendingHere: boolean): Chip | null {
  const savedUploads = useSavedUploads(userId);
  const [idsSentByTabs, setIdsSentByTabs] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const ids = Object.keys(savedUploads);
    if (ids.length === 0 || isSendingHere) return setIdsSentByTabs(null);
    let isMounted = true;
    const checkTabs = () =>
      void uploadsInAnyTab(ids).then((sentIds) => isMounted && setIdsSentByTabs(sentIds));
    checkTabs();
    const timer = setInterval(checkTabs, OTHER_TAB_CHECK_MS);
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, [savedUploads, isSendingHere]);
  const interrupted = Object.entries(savedUploads).find(([id]) => idsSentByTabs?.includes(id) === false);
  if (interrupted === undefined) return null;
  const [registrationId, { fileName }] = interrupted;
  return { registrationId, status: 'halted', text: t.interrupted(fileName), percent: null };
}
