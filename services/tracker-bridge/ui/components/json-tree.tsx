import { useState } from 'react';
import styles from './json-tree.module.css';

/** Members shown at a time, and how deep a tree is open at first. */
const page = 100;
const openDepth = 2;
const longestString = 2_000;

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
}

/** JSON, foldable. Members are made only where it is unfolded, and only so many at a time. */
export function JsonTree({ value, name, depth = 0 }: JsonTreeProps) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.line}>
        <Name>{name}</Name>
        <Scalar value={value} />
      </div>
    );
  }
  return <Branch value={value} depth={depth} {...(name === undefined ? {} : { name })} />;
}

interface BranchProps {
  readonly value: object;
  readonly name?: string;
  readonly depth: number;
}

function Branch({ value, name, depth }: BranchProps) {
  const members = Object.entries(value);
  const [isOpen, setOpen] = useState(depth < openDepth && members.length <= page);
  const [shown, setShown] = useState(page);
  const isList = Array.isArray(value);
  if (members.length === 0) {
    return (
      <div className={styles.line}>
        <Name>{name}</Name>
        <span className={styles.literal}>{isList ? '[]' : '{}'}</span>
      </div>
    );
  }
  const what = isList ? 'item' : 'field';
  return (
    <details
      className={styles.branch}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Name>{name}</Name>
        {isList ? '[' : '{'}
        <span className={styles.count}>
          {members.length} {what}
          {members.length === 1 ? '' : 's'}
        </span>
        {isList ? ']' : '}'}
      </summary>
      {isOpen && (
        <div className={styles.members}>
          {members.slice(0, shown).map(([key, member]) => (
            <JsonTree key={key} name={key} value={member} depth={depth + 1} />
          ))}
          {members.length > shown && (
            <button type="button" className={styles.more} onClick={() => setShown(shown + page)}>
              {members.length - shown} more
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function Name({ children }: { readonly children: string | undefined }) {
  return children === undefined ? null : <span className={styles.name}>{children}: </span>;
}

function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string') return <span className={styles.literal}>{String(value)}</span>;
  const cut = value.length > longestString ? `${value.slice(0, longestString)}…` : value;
  return <span className={styles.string}>{JSON.stringify(cut)}</span>;
}
