import { longDate } from '@inkwell/shared/format';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { ScheduleCard } from '../../scheduling/components/schedule-card.tsx';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';
import { ImageField } from './image-field.tsx';
import { PostFields } from './post-fields.tsx';

/** Settings, picture and publishing beside the text. Product §2. */
export function EditorSidebar({ editor }: { readonly editor: PostEditor }) {
  return (
    <div className={styles.side}>
      <section className={styles.card}>
        <h2>Post Settings</h2>
        <PostFields surface="page" place="settings" editor={editor} />
      </section>
      <section className={styles.card}>
        <h2>Featured Image</h2>
        <ImageField editor={editor} />
      </section>
      <section className={styles.card}>
        <h2>Publishing</h2>
        <dl className={styles.facts}>
          <div>
            <dt>Status</dt>
            <dd>
              <StatusBadge isPublished={editor.state.form.isPublished} />
            </dd>
          </div>
          <div>
            <dt>Visibility</dt>
            <dd>Public</dd>
          </div>
          <div>
            <dt>Date</dt>
            <dd>{longDate(new Date().toISOString())}</dd>
          </div>
        </dl>
        <ScheduleCard
          stored={editor.state.stored}
          isPublishing={editor.state.form.isPublished}
          planned={editor.planned}
          onPlan={editor.setPlanned}
        />
      </section>
    </div>
  );
}
