import { Component, type ErrorInfo, type ReactNode } from 'react';

interface RichBoundaryProps {
  readonly onCrash: () => void;
  readonly children: ReactNode;
}

/** Reports a crash of the rich text editor and removes it. The text is safe: the form holds it as Markdown. */
export class RichBoundary extends Component<RichBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('The rich text editor has failed', error, info.componentStack);
    this.props.onCrash();
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}
