import type { ReactNode, SubmitEvent } from 'react';
import { useDeleteApiSession } from '../api/(account)/session/use-route-delete.ts';
import { usePostApiSession } from '../api/(account)/session/use-route-post.ts';
import { Problem } from './problem.tsx';
import { readField } from './read-field.ts';

export interface SignInProps {
  /** Null while nobody is signed in. */
  readonly member: string | null;
  readonly onDone: () => void;
}

export function SignIn({ member, onDone }: SignInProps): ReactNode {
  const { error, isLoading, fetchData: signIn } = usePostApiSession();
  const { fetchData: signOut } = useDeleteApiSession();

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const done = await signIn({ body: { name: readField(event.currentTarget, 'name') } });
    if (done) onDone();
  };
  const leave = async (): Promise<void> => {
    await signOut();
    onDone();
  };

  if (member !== null) {
    return (
      <p>
        Signed in as <strong>{member}</strong>{' '}
        <button type="button" onClick={leave}>
          Sign out
        </button>
      </p>
    );
  }
  return (
    <form aria-label="Sign in" onSubmit={submit}>
      <label>
        Name <input name="name" />
      </label>
      <button type="submit" disabled={isLoading}>
        Sign in
      </button>
      <Problem error={error} />
    </form>
  );
}
