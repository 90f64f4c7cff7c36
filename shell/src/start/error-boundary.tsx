import { Button, ErrorPage } from '@portage/ui/base';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { errorDetail } from '../app/environment.ts';

interface State {
  error: unknown;
}

/** Catches what the shell's own pages throw while rendering, even if a part of the shell didn't load (spec ERR-07). */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('nothing was thrown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('The shell failed to render.', error, info.componentStack);
    dispatchEvent(new CustomEvent('portage:failure', { detail: error }));
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // Links outside the frame reload the page, which a failed shell needs.
    return (
      <ErrorPage
        hint="Everything you saved is safe."
        detail={errorDetail(error)}
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Retry
          </Button>
        }
      />
    );
  }
}
