import type { ReactNode, SubmitEvent } from 'react';
import { usePostApiPosts } from '../api/posts/use-route-post.ts';
import { Problem } from './problem.tsx';
import { readField } from './read-field.ts';

/** The server checks what is written; the form shows what it says. */
export function NewPost({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { error, isLoading, fetchData: create } = usePostApiPosts();

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const title = readField(form, 'title');
    const text = readField(form, 'text');
    const done = await create({ body: { title, text, tags: [], published: true } });
    if (!done) return;
    form.reset();
    onDone();
  };

  return (
    <form aria-label="New post" onSubmit={submit}>
      <label>
        Title <input name="title" />
      </label>
      <label>
        Text <textarea name="text" />
      </label>
      <button type="submit" disabled={isLoading}>
        Publish
      </button>
      <Problem error={error} />
    </form>
  );
}
