import { Button } from '../../../components/button.tsx';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** Tells that somebody deleted the post while it was edited, and how its text lives on. */
export function GoneBanner({ editor }: { readonly editor: PostEditor }) {
  if (!editor.state.isGone) return null;
  return (
    <div className={styles.banner} role="alert">
      <p>This post was deleted by someone else. What you wrote is still here, and kept as a draft.</p>
      <Button size="small" onClick={editor.saveAsNew}>
        Save as a New Post
      </Button>
    </div>
  );
}
