import type { SeriesInput, StaffSeries } from '@inkwell/shared/series';
import type { StaffTag, TagInput } from '@inkwell/shared/tags';

/** A tag or series, which staff name and describe alike. */
export type NamedList = StaffTag | StaffSeries;

/** What its form sends. */
export type ListBody = TagInput | SeriesInput;
