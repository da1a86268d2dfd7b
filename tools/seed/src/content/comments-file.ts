export interface SeedComment {
  /** Slug of the post. */
  readonly post: string;
  /** Key of the person. */
  readonly by: string;
  readonly hoursAfter: number;
  readonly content: string;
}

/**
 * Reads comments written as `## slug` sections with entries `- who +5h: text`, one per line.
 * @throws Error with the first line that is neither
 */
export function parseComments(file: string): SeedComment[] {
  let post: string | null = null;
  const comments: SeedComment[] = [];
  for (const line of file.split('\n')) {
    const [, slug] = /^## (\S+)$/.exec(line) ?? [];
    const [, by, hours, content] = /^- (\w+) \+(\d+)h: (.+)$/.exec(line) ?? [];
    if (slug !== undefined) post = slug;
    else if (post !== null && by !== undefined && content !== undefined)
      comments.push({ post, by, hoursAfter: Number(hours), content });
    else if (post !== null && line.trim() !== '') throw new Error(`Not a comment: ${line}`);
  }
  return comments;
}
