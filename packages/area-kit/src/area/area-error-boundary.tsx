import { ErrorPage } from '@portage/ui';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { forgetFailedLoads } from './lazy-page.tsx';

interface Props {
  /** `stable` shows what went wrong (spec ERR-08). */
  environment?: string | undefined;
  /** Told of what was thrown; the shell then takes the area off the screen and offers Retry. */
  onFailure?: ((error: unknown) => void) | undefined;
  children: ReactNode;
}

interface State {
  error: unknown;
  hasFailed: boolean;
}

/** Keeps a failing page inside its area; another address tries again (spec ERR-07, ERR-08). */
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
    // For error tracking: what is caught here reaches no other listener.
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
