import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** Tells that a save took the post as it was when it began, and what became of the rest. */
export function RestBanner({ editor }: { readonly editor: PostEditor }) {
  return (
    <div role="status">
      {editor.state.isRestKept && editor.isDirty && (
        <p className={styles.banner}>
          Your post is saved as it was when you asked for it. What you wrote since is kept as a draft in this browser:
          press Update Post to save that too.
        </p>
      )}
    </div>
  );
}
