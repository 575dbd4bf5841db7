import type { Comment } from '../schemas/comment.ts';
import { store, takeId } from './store.ts';

export function listComments(postId: number): Comment[] {
  return [...(store.comments.get(postId) ?? [])];
}

export function addComment(postId: number, written: Omit<Comment, 'id'>): Comment {
  const comment = { id: takeId(), ...written };
  store.comments.set(postId, [...listComments(postId), comment]);
  return comment;
}

/** False where the post has no such comment. */
export function removeComment(postId: number, commentId: number): boolean {
  const comments = listComments(postId);
  const left = comments.filter(comment => comment.id !== commentId);
  store.comments.set(postId, left);
  return left.length < comments.length;
}
