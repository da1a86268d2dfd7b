import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** Says that text was typed during a save and is not part of it. */
export function RestBanner({ editor }: { readonly editor: PostEditor }) {
  return (
    <div role="status">
      {editor.state.isRestKept && editor.isDirty && (
        <p className={styles.banner}>
          Your post was saved without your latest changes, which are a draft in this browser. Press Update Post to save
          them too.
        </p>
      )}
    </div>
  );
}
