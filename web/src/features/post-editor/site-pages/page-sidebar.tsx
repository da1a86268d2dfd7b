import { SitePageSlug } from '@inkwell/shared/site-pages';
import { slugify } from '@inkwell/shared/slug';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { FlagField, Group, hasError, MathField, WordsField } from '../components/post-details.tsx';
import { EditorSchedule } from '../components/publish-switch.tsx';
import { Fact } from '../components/sidebar.tsx';
import { storedId } from '../edited-kind.ts';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** The server is asked after a pause in typing. */
const PAUSE_MS = 400;

/** Says before the save where the address currently leads. */
function AddressNote({ slug, id }: { readonly slug: string; readonly id: string | null }) {
  const [settled] = useDebouncedValue(slug, PAUSE_MS);
  const isValid = SitePageSlug.safeParse(settled).success;
  const { data } = useQuery({ ...staffPageQueries.slugState(settled, id), enabled: isValid });
  const isAsked = isValid && settled === slug;
  const notes = {
    free: '',
    own: '',
    redirect: `A redirect leads from here to ${data?.leadsTo ?? ''}. It ends when you save.`,
    moved: `This was an address of “${data?.leadsTo ?? ''}”. Readers who know it will come here when you save.`,
    taken: `Another page has this address: “${data?.leadsTo ?? ''}”.`,
  };
  return (
    <p className="fine" role="status">
      {isAsked && data ? notes[data.is] : ''}
    </p>
  );
}

/** Fields that are shown on request. */
const FOLDED = ['language', 'searchTitle', 'searchDescription', 'isHiddenFromSearch'] as const;

/** The settings of a page, next to its text. */
export function PageSidebar({ editor: edited }: { readonly editor: PostEditor }) {
  const { form, stored } = edited.state;
  const slug = form.slug || slugify(form.title);
  return (
    <div className={styles.side}>
      <section className={styles.card}>
        <h2>Page Settings</h2>
        <WordsField
          editor={edited}
          name="slug"
          description={`Readers find the page at /${slug}. Earlier addresses lead there.`}
        />
        <AddressNote slug={slug} id={stored && storedId(stored.id)} />
        <Group title="Language and search engines" hasError={hasError(edited, FOLDED)}>
          <WordsField editor={edited} name="language" />
          <MathField editor={edited} />
          <WordsField editor={edited} name="searchTitle" />
          <WordsField editor={edited} name="searchDescription" />
          <FlagField editor={edited} name="isHiddenFromSearch" label="Ask search engines to leave this page out" />
        </Group>
      </section>
      <section className={styles.card}>
        <h2>Publishing</h2>
        <dl className={styles.facts}>
          <Fact name="Status">
            <StatusBadge isPublished={stored?.isPublished ?? false} />
          </Fact>
        </dl>
        <EditorSchedule editor={edited} />
      </section>
    </div>
  );
}
