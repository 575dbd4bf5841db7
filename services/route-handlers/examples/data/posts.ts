import type { Draft, Post } from '../schemas/post.ts';
import { store, takeId } from './store.ts';

export interface PostQuery {
  /** Any of these; all posts where there is none. */
  readonly tags: readonly string[];
  readonly limit: number;
  /** Whose unpublished posts are among them; null for nobody's. */
  readonly reader: string | null;
}

/** The newest first. */
export function listPosts({ tags, limit, reader }: PostQuery): Post[] {
  return [...store.posts.values()]
    .filter(post => isVisible(post, reader))
    .filter(post => tags.length === 0 || post.tags.some(tag => tags.includes(tag)))
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}

export function findPost(id: number, reader: string | null): Post | undefined {
  const post = store.posts.get(id);
  return post && isVisible(post, reader) ? post : undefined;
}

export function addPost(author: string, draft: Draft): Post {
  return savePost({ id: takeId(), author, ...draft });
}

export function savePost(post: Post): Post {
  store.posts.set(post.id, post);
  return post;
}

export function removePost(id: number): void {
  store.posts.delete(id);
  store.comments.delete(id);
}

/** How many published posts have a tag below this one, as `food/bread` is below `food`. */
export function countPosts(tag: string): number {
  return [...store.posts.values()].filter(
    post => post.published && post.tags.some(own => isBelow(own, tag)),
  ).length;
}

function isVisible(post: Post, reader: string | null): boolean {
  return post.published || post.author === reader;
}

function isBelow(tag: string, above: string): boolean {
  return above === '' || tag === above || tag.startsWith(`${above}/`);
}
