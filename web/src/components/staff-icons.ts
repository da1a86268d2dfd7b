import type { LineIcon } from '@inkwell/shared/line-icons';

/* Line icons of staff pages, in a module of their own because the first page loads all of the others. */

export const linePicture: LineIcon = { line: 'M4 5h16v14H4zM4 16l5-5 5 5 2.5-2.5L20 17M15.5 8.5v.2' };
export const lineDownload: LineIcon = { line: 'M12 4v11M7 10.5l5 5 5-5M4 20h16' };
export const lineChevron: LineIcon = { line: 'M9 5.5l6.5 6.5L9 18.5' };
export const lineUp: LineIcon = { line: 'M12 19V5M5.5 11.5L12 5l6.5 6.5' };
export const lineDown: LineIcon = { line: 'M12 5v14M5.5 12.5L12 19l6.5-6.5' };
export const lineShield: LineIcon = { line: 'M12 3l7.5 3v5.5c0 4.5-3 7.5-7.5 9.5-4.5-2-7.5-5-7.5-9.5V6z' };
export const lineCrown: LineIcon = { line: 'M4 18.5h16l1.5-11-5.5 4-4-6.5-4 6.5-5.5-4z' };
export const lineExpand: LineIcon = { line: 'M9 4H4v5M15 4h5v5M20 15v5h-5M4 15v5h5' };
export const lineCompress: LineIcon = { line: 'M4 9h5V4M20 9h-5V4M15 20v-5h5M9 20v-5H4' };
export const lineSave: LineIcon = { line: 'M4.5 4.5h12l3 3v12h-15zM8 4.5v5h7v-5M8 19.5v-6h8v6' };
export const lineMore: LineIcon = { line: 'M5.5 12h.01M12 12h.01M18.5 12h.01' };
export const lineSidePanel: LineIcon = { line: 'M4 5h16v14H4zM14.5 5v14' };
