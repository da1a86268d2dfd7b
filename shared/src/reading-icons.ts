import type { LineIcon } from './line-icons.ts';

/* Line icons for articles, lists and comments, which the first page does not load. */

export const lineCalendar: LineIcon = { line: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V6M15.5 3.5V6' };
export const lineClock: LineIcon = { line: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5.2l3.5 2.3' };
export const lineRefresh: LineIcon = { line: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 13.5' };
export const lineShare: LineIcon = { line: 'M12 15V3.5M7.5 7.5L12 3l4.5 4.5M5 11.5v9h14v-9' };
export const lineBookmark: LineIcon = { line: 'M6.5 3.5h11v17L12 16.5l-5.5 4z' };
export const lineFolder: LineIcon = { line: 'M3.5 6h6l2 2.5h9V19h-17z' };
export const lineBack: LineIcon = { line: 'M20 12H4M10.5 5.5L4 12l6.5 6.5' };
export const lineTrash: LineIcon = { line: 'M4 6.5h16M9 6.5v-3h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6' };
export const lineSend: LineIcon = { line: 'M21 3L3 10.5l7 3.5 3.5 7zM10 14l5-5' };
