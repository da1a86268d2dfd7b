import { EXPORTED_PAGE_FIELDS, PLAIN_FIELDS } from '@inkwell/formats/exported-fields';
import { reportLine } from '@inkwell/formats/fitting';
import type { Imported, ReportLine } from '@inkwell/formats/records';
import { GuestInput } from '@inkwell/shared/authors';
import { CategoryInput, NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import { CommentInput } from '@inkwell/shared/comments';
import { ImageUrlInput } from '@inkwell/shared/fields';
import { HANDLE_NAMES } from '@inkwell/shared/handles';
import { Menu } from '@inkwell/shared/menu';
import { PICTURE_LIBRARY, PictureDescription } from '@inkwell/shared/picture-library';
import { shapeOf } from '@inkwell/shared/post-fields';
import { ImportedRedirect } from '@inkwell/shared/redirects';
import { SeriesInput } from '@inkwell/shared/series';
import { SomeSettings } from '@inkwell/shared/settings';
import { SitePageSlug } from '@inkwell/shared/site-pages';
import { TagInput } from '@inkwell/shared/tags';
import { aboutFields, handleFields } from '@inkwell/shared/users';
import * as z from 'zod/mini';
import type { ImportLine } from './import-lines.ts';

/* Every import passes this check: a file cannot set values that the API would refuse. */

/** The schemas of the calls that set the fields of a record. */
interface Rules {
  readonly [field: string]: z.ZodMiniType | Rules;
}

const picture = { picture: ImageUrlInput };
/** Schemas for handles that exist: imported authors omit missing ones, so null is not valid. */
const handles = Object.fromEntries(HANDLE_NAMES.map((name) => [name, z.pipe(handleFields[name], z.string())]));

const RULES: { readonly [Kind in (Imported | ImportLine)['kind']]?: Rules } = {
  author: {
    name: GuestInput.shape.name,
    text: aboutFields.text,
    website: aboutFields.website,
    handles,
    own: picture,
  },
  category: {
    name: CategoryInput.shape.name,
    description: CategoryInput.shape.description,
    own: {
      icon: CategoryInput.shape.icon,
      color: CategoryInput.shape.color,
      order: z.int().check(z.minimum(1), z.maximum(NO_CATEGORY_ORDER)),
    },
  },
  tag: {
    name: TagInput.shape.name,
    slug: TagInput.shape.slug,
    description: TagInput.shape.description,
    own: picture,
  },
  series: {
    name: SeriesInput.shape.name,
    slug: SeriesInput.shape.slug,
    description: SeriesInput.shape.description,
    own: picture,
  },
  post: {
    ...shapeOf('change', ['content', ...PLAIN_FIELDS]),
    own: shapeOf('change', ['featuredImage', 'cardPicture']),
  },
  page: { ...shapeOf('change', ['content', ...EXPORTED_PAGE_FIELDS]), slug: SitePageSlug },
  comment: { content: CommentInput.shape.content, name: z.nullable(GuestInput.shape.name) },
  redirect: { from: ImportedRedirect.shape.from, to: ImportedRedirect.shape.to },
  menu: { menu: Menu },
  'own-picture': {
    picture: {
      fileName: z.nullable(z.string().check(z.maxLength(2 * PICTURE_LIBRARY.fileName))),
      description: PictureDescription.shape.description,
    },
  },
  'own-settings': { settings: SomeSettings.shape },
};

interface Refusal {
  readonly field: string;
  readonly reason: string;
  /** Whether the record is invalid without the field. */
  readonly isRequired: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const isSchema = (rule: z.ZodMiniType | Rules): rule is z.ZodMiniType => 'safeParse' in rule;

/** The values as parsed by the schemas. Refused values become null in a record, and are omitted from a group in a record. */
function fit(values: Values, rules: Rules, isGroup: boolean): { values: Values; refusals: Refusal[] } {
  const fitted: Record<string, unknown> = { ...values };
  const refusals: Refusal[] = [];
  for (const [field, rule] of Object.entries(rules)) {
    const value = values[field];
    if (value === undefined) continue;
    if (!isSchema(rule)) {
      const inner = fit(Object(value), rule, true);
      fitted[field] = inner.values;
      refusals.push(...inner.refusals);
      continue;
    }
    const read = rule.safeParse(value);
    if (read.success) fitted[field] = read.data;
    else {
      const isRequired = !isGroup && !rule.safeParse(null).success;
      refusals.push({ field, reason: read.error.issues[0]?.message ?? 'Invalid input', isRequired });
      if (isGroup) delete fitted[field];
      else fitted[field] = null;
    }
  }
  return { values: fitted, refusals };
}

const wordsOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Reduces a record to the values that the API accepts, and reports the refused ones to the owner.
 * @returns a null record if a required value is refused
 */
export function withinContract<Line extends Imported | ImportLine>(
  record: Line,
): { record: Line | null; reports: readonly ReportLine[] } {
  const rules = RULES[record.kind];
  if (!rules) return { record, reports: [] };
  const { values, refusals } = fit(record, rules, false);
  const isWhole = !refusals.some(({ isRequired }) => isRequired);
  const { title, name, key } = values;
  const about = [title, name, key].find((text) => typeof text === 'string' && text !== '') ?? null;
  const reports = refusals.map(({ field, reason, isRequired }): ReportLine => {
    const text = isRequired
      ? `Left out because of its ${wordsOf(field)}: ${reason}`
      : `The ${wordsOf(field)} was left out: ${reason}`;
    return reportLine('left-out', text.slice(0, 1_000), about === null ? null : String(about));
  });
  return { record: isWhole ? (values as Line) : null, reports };
}
