import { IconMapOff, IconPlugConnectedX } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { usePath, useTexts } from '../lib/language.ts';
import { commonTexts } from '../ui/first-texts.ts';
import { MessagePage } from '../ui/page.tsx';
import { ButtonLink, PlainButton } from '../ui/plain-button.tsx';
import { texts } from './texts.ts';

/** Shown when a page's code or the session could not be loaded. */
export function ErrorPage({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts).pageError;
  const ui = useTexts(commonTexts);
  return (
    <MessagePage
      title={t.title}
      text={t.text}
      icon={<IconPlugConnectedX size={32} aria-hidden />}
      actions={<PlainButton onClick={onRetry}>{ui.retry}</PlainButton>}
    />
  );
}

interface BoundaryProps {
  /** A new value, such as another path, clears the error. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failed: boolean;
  readonly key: string;
}

/** Shows an error page between header and footer when a page throws, also when its chunk could not be loaded. */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, key: this.props.resetKey };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.resetKey === state.key ? null : { failed: false, key: props.resetKey };
  }

  override render() {
    return this.state.failed ? <ErrorPage onRetry={() => window.location.reload()} /> : this.props.children;
  }
}

/** 404 page, with the title that spec §2 prescribes. */
export function NotFoundPage() {
  const t = useTexts(texts).notFound;
  const path = usePath();
  return (
    <MessagePage
      title={t.title}
      text={t.text}
      icon={<IconMapOff size={32} aria-hidden />}
      actions={
        <>
          <ButtonLink to={path('/')}>{t.home}</ButtonLink>
          <ButtonLink to="/register" variant="default">
            {t.register}
          </ButtonLink>
        </>
      }
    />
  );
}
