import { memo, useId } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { isTooIntricate } from './markdown-bounds.ts';
import { MarkdownLink } from './markdown-link.tsx';
import styles from './markdown-text.module.css';
import { SectionBoundary } from './section-boundary.tsx';
import { isWebAddress } from './web-address.ts';

/** HTML within the text is text: no element is ever made of it. Addresses other than of web and mail are dropped. */
export default memo(function MarkdownText({ text }: { readonly text: string }) {
  const prefix = useId();
  if (isTooIntricate(text)) return <p className={styles.plain}>{text}</p>;
  return (
    <SectionBoundary>
      <div className={styles.markdown}>
        <ReactMarkdown
          remarkPlugins={[remarkGfm]}
          // Footnotes of two texts on one page must not have the same id.
          remarkRehypeOptions={{ clobberPrefix: prefix }}
          components={components}
          urlTransform={address => (isAllowed(address) ? address : undefined)}
        >
          {text}
        </ReactMarkdown>
      </div>
    </SectionBoundary>
  );
});

const isAllowed = (address: string): boolean =>
  isWebAddress(address) || /^mailto:[\x21-\x7e]{1,2000}$/i.test(address);

/** Headings begin below those of the page. */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  // A picture would be asked for from wherever the text says: it is shown as a link instead.
  img: ({ src, alt }) => (
    <MarkdownLink href={typeof src === 'string' ? src : undefined}>{alt || 'picture'}</MarkdownLink>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'done' : 'to do'} className={styles.task}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className={styles.scroller} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};
