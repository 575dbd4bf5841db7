import type { ReactNode } from 'react';

interface MarkdownLinkProps {
  /** Undefined where the address is none that people may be led to. */
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/** Opens beside the tracker and tells the other side nothing of it. */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
