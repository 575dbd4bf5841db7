import { lazy, Suspense } from 'react';
import { Skeleton } from './skeleton.tsx';

const MarkdownText = lazy(() => import('./markdown-text.tsx'));

/** Text of a ticket as Markdown; loaded only where there is some. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
