import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { arrive } from './arrive.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The list that it is one of, and which one of it. */
  readonly within?: { readonly list: string; readonly href: string; readonly number: number };
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading, which gets the focus as the page is gone to, so that screen readers say where one is. */
export function Page({ title, within, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tracker`;
  }, [title]);
  useEffect(() => {
    if (arrive()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {within && (
        <nav aria-label="Where this is" className={styles.way}>
          <Link href={within.href}>{within.list}</Link>
          <span aria-hidden>/</span>
          <span>#{within.number}</span>
        </nav>
      )}
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}
