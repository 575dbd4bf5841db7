'use client';

import type { ReactNode } from 'react';
import { Finder } from './_components/finder.tsx';
import { NewPost } from './_components/new-post.tsx';
import { PostList } from './_components/post-list.tsx';
import { SignIn } from './_components/sign-in.tsx';
import { useGetApiSession } from './api/(account)/session/use-route-get.ts';
import { useGetApiPosts } from './api/posts/use-route-get.ts';

/** The newest posts, the member's own drafts among them. */
const shown = { searchParams: { tag: [], limit: 20, drafts: true } };

/** A page that does all its work through the generated hooks. */
export default function Page(): ReactNode {
  const session = useGetApiSession({ autoRun: true });
  const list = useGetApiPosts({ autoRun: true, ...shown });
  const member = session.data?.name ?? null;

  const refresh = (): void => void list.fetchData(shown);
  const signedIn = (): void => {
    void session.fetchData();
    refresh();
  };

  return (
    <main>
      <h1>The ship’s log</h1>
      <SignIn member={member} onDone={signedIn} />
      <NewPost onDone={refresh} />
      <PostList
        posts={list.data?.posts ?? null}
        error={list.error}
        member={member}
        onChanged={refresh}
      />
      <Finder />
    </main>
  );
}
