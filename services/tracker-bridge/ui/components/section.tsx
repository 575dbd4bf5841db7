import { type ReactNode, useId } from 'react';
import styles from './section.module.css';
import { SectionBoundary } from './section-boundary.tsx';

interface SectionProps {
  readonly title: string;
  /** Beside the title: a link, a button, a figure. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page on a surface of its own, which fails on its own. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <SectionBoundary>{children}</SectionBoundary>
    </section>
  );
}
