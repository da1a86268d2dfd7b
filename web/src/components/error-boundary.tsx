import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from './states.tsx';

interface ErrorBoundaryProps {
  /** What failed: 'Comments could not be shown'. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** Keeps a failing part from breaking the whole page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(this.title, error, info.componentStack);
  }

  get title(): string {
    return this.props.title ?? 'This part of the page could not be shown';
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState title={this.title} onRetry={() => this.setState({ error: null })}>
        Something went wrong in this part of the page.
      </ErrorState>
    );
  }
}
