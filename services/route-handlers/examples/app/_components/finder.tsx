import type { ReactNode, SubmitEvent } from 'react';
import { useGetApiPostsPostId } from '../api/posts/[postId]/use-route-get.ts';
import { Problem } from './problem.tsx';
import { readField } from './read-field.ts';

/** Looks a post up by its number. */
export function Finder(): ReactNode {
  const { data, error, isLoading, fetchData: find } = useGetApiPostsPostId();

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void find({ params: { postId: Number(readField(event.currentTarget, 'number')) } });
  };

  return (
    <form aria-label="Find" onSubmit={submit}>
      <label>
        Number <input name="number" inputMode="numeric" />
      </label>
      <button type="submit" disabled={isLoading}>
        Find
      </button>
      {data && <output>{data.title}</output>}
      <Problem error={error} />
    </form>
  );
}
