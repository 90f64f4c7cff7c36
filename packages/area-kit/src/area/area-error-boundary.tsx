import { ErrorPage } from '@portage/ui';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { forgetFailedLoads } from './lazy-page.tsx';

interface Props {
  /** `stable` shows what went wrong (spec ERR-08). */
  environment?: string | undefined;
  /** Notified of the thrown error; the shell then hides the area and offers Retry. */
  onFailure?: ((error: unknown) => void) | undefined;
  children: ReactNode;
}

interface State {
  error: unknown;
  hasFailed: boolean;
}

/** Contains a failing page within its area; another address tries again (spec ERR-07, ERR-08). */
export class AreaErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override componentDidMount(): void {
    window.addEventListener('popstate', this.tryAgain);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('popstate', this.tryAgain);
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A page failed to render.', error, info.componentStack);
    // For error tracking: errors caught here reach no other listener.
    window.dispatchEvent(new CustomEvent('portage:failure', { detail: error }));
    forgetFailedLoads();
    this.props.onFailure?.(error);
  }

  readonly tryAgain = (): void => {
    if (this.state.hasFailed) this.setState({ error: undefined, hasFailed: false });
  };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { error } = this.state;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return <ErrorPage detail={this.props.environment === 'stable' ? detail : undefined} />;
  }
}
