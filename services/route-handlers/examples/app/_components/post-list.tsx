import type { ReactNode } from 'react';
import type { Post } from '../../schemas/post.ts';
import { EditTitle } from './edit-title.tsx';
import { Problem } from './problem.tsx';

export interface PostListProps {
  /** Null until they are there. */
  readonly posts: readonly Post[] | null;
  readonly error: Error | null;
  readonly member: string | null;
  readonly onChanged: () => void;
}

export function PostList({ posts, error, member, onChanged }: PostListProps): ReactNode {
  if (error) return <Problem error={error} />;
  if (posts === null) return <p>Loading …</p>;
  if (posts.length === 0) return <p>Nothing has been written yet.</p>;
  return (
    <ul aria-label="Posts">
      {posts.map(post => (
        <li key={post.id}>
          <h2>{post.title}</h2>
          <p>
            {post.author}
            {post.published ? '' : ' (a draft)'}: {post.text}
          </p>
          {post.author === member && <EditTitle post={post} onDone={onChanged} />}
        </li>
      ))}
    </ul>
  );
}
