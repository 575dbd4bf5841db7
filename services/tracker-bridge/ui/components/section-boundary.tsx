import { Component, type ReactNode } from 'react';
import { toError } from '../api/to-error.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Page } from './page.tsx';

interface SectionBoundaryProps {
  /** Where the section is a whole page: the heading of what stands in its place. */
  readonly title?: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

/** A defect in one section leaves the rest of the page standing. */
export class SectionBoundary extends Component<SectionBoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: toError(error) };
  }

  override render(): ReactNode {
    const { title, children } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    const panel = <ErrorPanel error={error} onRetry={() => this.setState({ error: null })} />;
    return title === undefined ? panel : <Page title={title}>{panel}</Page>;
  }
}
