import type { LineIcon } from '@inkwell/shared/line-icons';

/* Line icons of staff pages, in their own module because the first page loads all other icons. */

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
export const lineOverview: LineIcon = {
  line: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
};
export const linePost: LineIcon = { line: 'M4 4.5h16v15H4zM8 9h8M8 12.5h8M8 16h4' };
export const lineDraft: LineIcon = { line: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 4v16M12 8h3.5M12 12h4M12 16h3.5' };
export const lineReview: LineIcon = { line: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M8 12.3l2.8 2.7L16 9.3' };
export const lineCalendar: LineIcon = { line: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8' };
export const lineMail: LineIcon = { line: 'M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7' };
export const lineTag: LineIcon = { line: 'M4 4h8l8.5 8.5-8 8L4 12zM8.3 8.3v.2' };
export const lineFolder: LineIcon = { line: 'M3.5 5.5h6l2 2.5h9v11h-17z' };
export const lineSeries: LineIcon = { line: 'M12 4l9 4.8-9 4.8-9-4.8zM3.5 14.2l8.5 4.6 8.5-4.6' };
export const lineBars: LineIcon = { line: 'M5 20v-7M12 20V4M19 20V9' };
export const lineTrend: LineIcon = { line: 'M3.5 17l6-6 4 4 7-8M15 7h5.5v5.5' };
export const lineClock: LineIcon = { line: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2' };
export const lineTurn: LineIcon = { line: 'M4 19v-5a4 4 0 0 1 4-4h12M15.5 5.5L20 10l-4.5 4.5' };
export const lineSettings: LineIcon = {
  line: 'M4 7.5h8.5M17.5 7.5H20M4 16.5h2.5M11.5 16.5H20M15 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M9 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
};
export const lineUpload: LineIcon = { line: 'M12 15V4M7 8.5L12 4l5 4.5M4 20h16' };
export const lineWebhook: LineIcon = { line: 'M13 3L5.5 13.5h6L10.5 21l8-11h-6z' };
export const lineKey: LineIcon = { line: 'M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12.5L19.5 4M15.5 8l3 3' };
