import { type Post, PostForm, type PostInput } from '@inkwell/shared/posts';
import * as z from 'zod/mini';

export const EMPTY_POST: PostForm = { title: '', content: '', excerpt: '', categoryId: '', isPublished: false };

/** The form's fields of a stored post. */
export function formOf(post: Post): PostForm {
  return {
    title: post.title,
    content: post.content,
    excerpt: post.excerpt ?? '',
    categoryId: post.categoryId === null ? '' : String(post.categoryId),
    isPublished: post.isPublished,
  };
}

/** What create and update send, texts trimmed as the server does it; the two share one body. Product §7. */
export function bodyOf(form: PostForm, featuredImage: string | null) {
  const { title, content, excerpt, categoryId, isPublished } = z.parse(PostForm, form);
  return {
    title,
    content,
    excerpt,
    categoryId: categoryId === '' ? null : Number.parseInt(categoryId, 10),
    isPublished,
    featuredImage,
  } satisfies PostInput;
}

const FIELDS = ['title', 'content', 'excerpt', 'categoryId', 'isPublished'] as const satisfies (keyof PostForm)[];

/** Whether two forms would save the same; absent and empty excerpts are one. */
export const isSameForm = (a: PostForm, b: PostForm): boolean =>
  FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));
