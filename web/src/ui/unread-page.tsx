import { Button } from '@mantine/core';
import { IconFileUnknown, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MessagePage } from './page.tsx';
import { texts } from './texts.ts';

interface UnreadPageProps {
  readonly title: string;
  readonly text: string;
  /** The way from here. */
  readonly away: ReactNode;
}

/** In place of a page whose subject is not there. */
export function MissingPage({ title, text, away }: UnreadPageProps) {
  return (
    <MessagePage title={title} text={text} icon={<IconFileUnknown size={32} aria-hidden />} actions={away} />
  );
}

/** In place of a page whose subject could not be read; the way from here stands beside another try. */
export function FailedPage({
  title,
  text,
  away,
  onRetry,
}: UnreadPageProps & { readonly onRetry: () => void }) {
  return (
    <MessagePage
      title={title}
      text={text}
      icon={<IconPlugConnectedX size={32} aria-hidden />}
      actions={
        <>
          <Button onClick={onRetry}>{texts.retry}</Button>
          {away}
        </>
      }
    />
  );
}
