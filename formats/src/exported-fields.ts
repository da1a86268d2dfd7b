import { type ExportedField, type FieldWith, fieldsWith, type KindOf, POST_FIELDS } from '@inkwell/shared/post-fields';
import { SITE_PAGE_FIELDS, type SitePageField } from '@inkwell/shared/site-pages';

/** The exported fields that are written exactly as stored: without ids and pictures. */
export type PlainField = {
  [F in ExportedField]: F extends FieldWith<'pictures'>
    ? never
    : KindOf<F> extends 'text' | 'nullableText' | 'flag'
      ? F
      : never;
}[ExportedField];

const isExported = (field: FieldWith<'exported'>): field is ExportedField => POST_FIELDS[field].exported !== null;
export const EXPORTED_FIELDS = fieldsWith('exported').filter(isExported);
export const PLAIN_FIELDS = EXPORTED_FIELDS.filter(
  (field): field is PlainField =>
    !('pictures' in POST_FIELDS[field]) && ['text', 'nullableText', 'flag'].includes(POST_FIELDS[field].stored),
);
/** The exported fields of pages. */
export const EXPORTED_PAGE_FIELDS = SITE_PAGE_FIELDS.filter((field) => isExported(field)) as Extract<
  SitePageField,
  PlainField
>[];
