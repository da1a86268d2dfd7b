/* Line icons. Category icons come from Font Awesome. */

/** A path on a grid of 24, drawn as a line. */
export interface LineIcon {
  readonly line: string;
}

export const lineMenu: LineIcon = { line: 'M3 6h18M3 12h18M3 18h18' };
export const lineClose: LineIcon = { line: 'M5 5l14 14M19 5L5 19' };
export const lineSun: LineIcon = {
  line: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.5 1.5M17.6 17.6l1.5 1.5M2 12h2M20 12h2M4.9 19.1l1.5-1.5M17.6 6.4l1.5-1.5',
};
export const lineMoon: LineIcon = { line: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z' };
export const lineSearch: LineIcon = { line: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21' };
export const lineEye: LineIcon = {
  line: 'M2 12c2.5-4.5 6-6.5 10-6.5s7.5 2 10 6.5c-2.5 4.5-6 6.5-10 6.5s-7.5-2-10-6.5zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
};
export const lineHeart: LineIcon = { line: 'M12 20.5S3 15 3 9a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 6-9 11.5-9 11.5z' };
export const lineComment: LineIcon = { line: 'M4 5h16v11.5h-8.5L7 20.5v-4H4z' };
export const linePage: LineIcon = { line: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3' };
export const linePen: LineIcon = { line: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5' };
export const linePeople: LineIcon = {
  line: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c0-3.5 2.5-5.5 6.5-5.5s6.5 2 6.5 5.5M15.5 5.5a3.3 3.3 0 0 1 0 6.2M18 15c2.3.7 3.5 2.5 3.5 5',
};
export const lineBell: LineIcon = { line: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4' };
export const lineCheck: LineIcon = { line: 'M4 12.5l5.5 5.5L20 6.5' };
export const lineDot: LineIcon = { line: 'M12 11.9v.2' };
export const lineAlert: LineIcon = { line: 'M12 3.5L22 20.5H2zM12 10v5M12 17.8v.2' };
export const lineError: LineIcon = { line: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8.8 8.8l6.4 6.4M15.2 8.8l-6.4 6.4' };
export const lineUser: LineIcon = { line: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20.5c0-4 3-6 8-6s8 2 8 6' };
export const lineLeave: LineIcon = { line: 'M14 4H5v16h9M10 12h11M17.5 8.5L21 12l-3.5 3.5' };
export const linePlus: LineIcon = { line: 'M12 5v14M5 12h14' };
export const lineInfo: LineIcon = { line: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5.5M12 7.8v.2' };
