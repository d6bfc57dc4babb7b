import { Button } from '@mantine/core';
import { IconFileUnknown, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MessagePage } from './page.tsx';
import { texts } from './texts.ts';

interface ErrorPageProps {
  readonly title: string;
  readonly text: string;
  /** Link to another page. */
  readonly exitLink: ReactNode;
}

/** Shown in place of a page about a record that does not exist. */
export function MissingPage({ title, text, exitLink }: ErrorPageProps) {
  return (
    <MessagePage
      title={title}
      text={text}
      icon={<IconFileUnknown size={32} aria-hidden />}
      actions={exitLink}
    />
  );
}

/** Shown in place of a page that failed to load, with a retry button and the link to another page. */
export function FailedPage({
  title,
  text,
  exitLink,
  onRetry,
}: ErrorPageProps & { readonly onRetry: () => void }) {
  return (
    <MessagePage
      title={title}
      text={text}
      icon={<IconPlugConnectedX size={32} aria-hidden />}
      actions={
        <>
          <Button onClick={onRetry}>{texts.retry}</Button>
          {exitLink}
        </>
      }
    />
  );
}
