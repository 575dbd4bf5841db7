import type { ReactNode, SubmitEvent } from 'react';
import type { Post } from '../../schemas/post.ts';
import { usePatchApiPostsPostId } from '../api/posts/[postId]/use-route-patch.ts';
import { Problem } from './problem.tsx';
import { readField } from './read-field.ts';

export interface EditTitleProps {
  readonly post: Post;
  readonly onDone: () => void;
}

export function EditTitle({ post, onDone }: EditTitleProps): ReactNode {
  const { error, isLoading, fetchData: save } = usePatchApiPostsPostId();

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const title = readField(event.currentTarget, 'title');
    const done = await save({ params: { postId: post.id }, body: { title } });
    if (done) onDone();
  };

  return (
    <form aria-label={`Edit ${post.title}`} onSubmit={submit}>
      <label>
        New title <input name="title" defaultValue={post.title} />
      </label>
      <button type="submit" disabled={isLoading}>
        Save
      </button>
      <Problem error={error} />
    </form>
  );
}
