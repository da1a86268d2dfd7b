import type { IconDrawing } from '../../components/icon.tsx';

/* Line icons of the tools, in the same style as the rest of the app. */

export const toolBold: IconDrawing = { line: 'M7.5 5H13a3.5 3.5 0 0 1 0 7H7.5zM7.5 12h6.3a3.5 3.5 0 0 1 0 7H7.5z' };
export const toolItalic: IconDrawing = { line: 'M10 5h8M6 19h8M14 5l-4 14' };
export const toolStrike: IconDrawing = {
  line: 'M16.5 7.8C16 6 14.3 5 12 5 9.4 5 7.5 6.3 7.5 8.5c0 1.6 1 2.6 2.8 3.5M4 12h16M14.8 12.5c1.3.7 2 1.6 2 3 0 2.2-2 3.5-4.8 3.5-2.5 0-4.3-1-4.9-2.9',
};
export const toolCode: IconDrawing = { line: 'M8.5 6.5L3 12l5.5 5.5M15.5 6.5L21 12l-5.5 5.5' };
export const toolLink: IconDrawing = {
  line: 'M10 13.5a4.2 4.2 0 0 0 6.3.4l2.7-2.7a4.2 4.2 0 0 0-5.9-5.9L11.5 6.8M14 10.5a4.2 4.2 0 0 0-6.3-.4L5 12.8a4.2 4.2 0 0 0 5.9 5.9l1.5-1.5',
};
export const toolHeading: IconDrawing = { line: 'M5.5 5v14M16.5 5v14M5.5 12h11' };
export const toolBullets: IconDrawing = { line: 'M9 6h11.5M9 12h11.5M9 18h11.5M4.2 5.9v.2M4.2 11.9v.2M4.2 17.9v.2' };
export const toolNumbers: IconDrawing = {
  line: 'M10 6h10.5M10 12h10.5M10 18h10.5M3.7 5l1.6-.8V9.3M3.5 15.7c.2-1 .9-1.5 1.7-1.5.9 0 1.5.6 1.5 1.4 0 1.1-1.5 2-3.1 3.9h3.2',
};
export const toolTasks: IconDrawing = {
  line: 'M11 6h9.5M11 12h9.5M11 18h9.5M3.5 6l1.5 1.5 2.7-3M3.5 12l1.5 1.5 2.7-3M3.5 18l1.5 1.5 2.7-3',
};
export const toolQuote: IconDrawing = {
  line: 'M10 7c-3.5.5-5.5 2.5-5.5 6v4H10v-5H4.5M20 7c-3.5.5-5.5 2.5-5.5 6v4H20v-5h-5.5',
};
export const toolCodeBlock: IconDrawing = { line: 'M3.5 5h17v14h-17zM10 9.3L7.3 12l2.7 2.7M14 9.3l2.7 2.7-2.7 2.7' };
export const toolTable: IconDrawing = { line: 'M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.3h17M10 9.7V19' };
export const toolRule: IconDrawing = { line: 'M3.5 12h17M8 6.5h8M8 17.5h8' };
export const toolFootnote: IconDrawing = {
  line: 'M4 8l8.5 11M12.5 8L4 19M16.5 6.3c.1-1.5 1-2.3 2.1-2.3 1.2 0 2 .8 2 1.8 0 1.6-2.2 2.5-4.2 4.7h4.4',
};
export const toolLibrary: IconDrawing = { line: 'M7.5 4h13v12.5h-13zM7.5 13l3.5-3.5 3.5 3.5 2-2 4 4M3.5 8v12h12.5' };
export const toolCaption: IconDrawing = { line: 'M3.5 5h17v14h-17zM7 15.5h6M15.5 15.5H17M7 12h10' };
export const toolOutdent: IconDrawing = { line: 'M10.5 6h10M10.5 12h10M10.5 18h10M6.5 9l-3 3 3 3' };
export const toolIndent: IconDrawing = { line: 'M10.5 6h10M10.5 12h10M10.5 18h10M3.5 9l3 3-3 3' };
export const toolUndo: IconDrawing = { line: 'M8.5 5L4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H11' };
export const toolRedo: IconDrawing = { line: 'M15.5 5L20 9.5 15.5 14M20 9.5H9.5a5 5 0 0 0 0 10H13' };
export const toolKeys: IconDrawing = {
  line: 'M3 6.5h18v11H3zM6.7 10.2v.1M10.2 10.2v.1M13.8 10.2v.1M17.3 10.2v.1M8 14h8',
};
export const toolParagraph: IconDrawing = { line: 'M13 5v14M17 5v14M19.5 5H10a4 4 0 0 0 0 8h3' };
export const toolVideo: IconDrawing = { line: 'M3.5 5.5h17v13h-17zM10 9.2v5.6l4.7-2.8z' };
export const toolCard: IconDrawing = { line: 'M3.5 6h17v12h-17zM7 10h5.5M7 14h3.5M16 10h1.5' };
export const toolMore: IconDrawing = {
  line: 'M5 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2M12 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2M19 11.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2',
};
