import type { SeriesInput, StaffSeries } from '@inkwell/shared/series';
import type { StaffTag, TagInput } from '@inkwell/shared/tags';

/** A tag or series; staff manage both the same way. */
export type NamedList = StaffTag | StaffSeries;

/** The input of its form. */
export type ListBody = TagInput | SeriesInput;
